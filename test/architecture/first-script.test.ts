import { matchPath } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { boot } from '../../scripts/build/boot.mjs'
import { type Arriving, openingsOf } from '../../scripts/build/openings.mjs'
import { addDays, dateOf, startOfDay } from '#time/calendar-date.ts'
import { HOUR_MS, MINUTE_MS, epochMs, fromIso as at, toIso } from '#time/clock.ts'
import { guard } from '#web/app/guards.ts'
import type { Screen } from '#web/app/screen.ts'
import { allScreens, isFramed, isPublic, patternsOf, screens, shell } from '#web/app/screens.ts'
import { daysLoaded } from '#web/features/calendar/calendar-view.ts'
import { listQuery, readList } from '#web/features/clients/list/client-list.ts'
import { patterns } from '#web/paths.ts'

// Each screen's code is a file of its name.
const openings = openingsOf({
  shell: { ...shell, file: 'shell' },
  queries: { file: 'queries' },
  screens: allScreens.map(([name, screen]) => ({
    name,
    file: name,
    patterns: patternsOf(screen),
    audience: screen.for,
    texts: screen.texts,
    asks: screen.asks ?? [],
    isFirst: screen.isFirst === true,
    isFramed: isFramed(screen),
    hasNoQueries: screen.hasNoQueries === true,
  })),
})
const files = [...new Set(openings.flatMap(({ sources }) => sources))]
const plan = {
  files,
  screens: openings.map(({ sources, ...opening }) => ({
    ...opening,
    code: sources.map((source) => files.indexOf(source)),
  })),
  late: { 'rooms/late-parts.ts': [1, 0] },
}
const keys = { session: 'session', scheme: 'scheme', root: 'root', languages: ['es-MX', 'en-US'] }

const people = {
  visitor: { isLogged: false, token: null, userType: null, payment: false },
  unpaidCoach: { isLogged: true, token: 't', userType: 'coach', payment: false },
  coach: { isLogged: true, token: 't', userType: 'coach', payment: true },
  client: { isLogged: true, token: 't', userType: 'client', payment: true },
} as const satisfies Record<Arriving, Parameters<typeof guard>[0]>

const ID = '01890000-0000-7000-8000-000000000001'
const known = Object.values(patterns).map((pattern) =>
  pattern.replace(':type', 'Client').replace(/:\w+/g, ID),
)
const addresses = [...known, '/Dashboard', '/calendar/', '/nope', '/sessions/zzz', '/profile/nothing']

type Arrival = { search?: string; userId?: string | null; timezone?: string; isWide?: boolean }

/** What the first script asks the server for and which files it fetches, when somebody arrives at an address. */
function arrive(
  person: Arriving,
  pathname: string,
  { search = '', userId = 'me', timezone, isWide = false }: Arrival = {},
) {
  const asked: string[] = []
  const linked: string[] = []
  const element = () => ({
    setAttribute: (name: string, value: string) => name === 'href' && linked.push(value),
  })
  const { token, ...session } = people[person]
  const stored: Record<string, unknown> = {
    root: { session: { ...session, ...(timezone && { user: { timezone } }) } },
    session: token === null ? null : { token, userId },
  }
  vi.stubGlobal('location', { pathname, search })
  vi.stubGlobal('localStorage', { getItem: (key: string) => JSON.stringify(stored[key] ?? null) })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isWide && query.includes('min-width') }))
  vi.stubGlobal('document', {
    documentElement: { setAttribute: () => undefined },
    head: { append: () => undefined },
    createElement: element,
  })
  vi.stubGlobal('setTimeout', (run: () => void) => run())
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(`GET ${url}`)
    return Promise.resolve(new Response())
  })
  boot(plan, keys)
  return { asked, linked }
}

/** The screen that the guard and the router show there; undefined where nothing is found. */
function shownTo(person: Arriving, pathname: string): (typeof allScreens)[number] | undefined {
  const elsewhere = guard(people[person], pathname)
  if (elsewhere !== null) return shownTo(person, elsewhere)
  const { userType } = people[person]
  return allScreens
    .filter(
      ([, screen]) =>
        isPublic(screen) || screen.for === userType || (userType !== null && screen.for === 'signedIn'),
    )
    .find(([, screen]) => patternsOf(screen).some((pattern) => matchPath(pattern, pathname)))
}

function readsOf(screen: Screen | undefined): readonly string[] {
  if (screen === undefined) return shell.asks
  const asks = isFramed(screen) ? [...shell.asks, ...(screen.asks ?? [])] : []
  // The days of nobody’s zone are not known.
  return asks.filter((route) => !route.includes('@')).map((route) => route.replace(':me', 'me'))
}

const nothing = ['shell', shell] as const
/** What is fetched where nothing is found: what is around the message, and for visitors the landing it leads to. */
const notFound = {
  visitor: ['home', screens.home],
  unpaidCoach: nothing,
  coach: nothing,
  client: nothing,
} as const

afterEach(() => {
  globalThis.earlyAnswers = undefined
  globalThis.lateFiles = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each(['unpaidCoach', 'coach', 'client'] as const)(
  'for %s it asks for what the address leads to, and for nothing else',
  (person) => {
    for (const address of addresses) {
      expect([address, arrive(person, address).asked]).toEqual([
        address,
        readsOf(shownTo(person, address)?.[1]),
      ])
    }
  },
)

test('it tells which files bring the parts that come late, and fetches none of them for that', () => {
  const { linked } = arrive('visitor', '/')
  expect(globalThis.lateFiles).toEqual({ 'rooms/late-parts.ts': [files[1], files[0]] })
  expect(linked.filter((href) => href.includes('rooms'))).toEqual([])
})

test('it asks for the first page of clients as the list does', () => {
  const query = Object.entries(listQuery(readList(new URLSearchParams())))
  const asked = new URLSearchParams(query.map(([name, value]) => [name, String(value)]))
  expect(screens.clients.asks[0]).toBe(`GET /v1/client/coach/:me?${asked}`)
})

test('it asks for no page that was chosen in the address, and for nobody’s clients', () => {
  const attention = 'GET /v1/client/coach/me/attention'
  expect(arrive('coach', '/clients', { search: '?page=2' }).asked).toEqual([...shell.asks, attention])
  // Only the token is stored until the profile has arrived.
  expect(arrive('coach', '/clients', { userId: null }).asked).toEqual(shell.asks)
})

test('it asks for the days of the calendar as the agenda of a phone does, in the zone of the person', () => {
  const step = 37 * HOUR_MS + 17 * MINUTE_MS
  vi.useFakeTimers()
  for (const timezone of ['America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Asia/Kolkata']) {
    for (let now = at('2027-01-01T00:00:00Z'); now < at('2028-01-01T00:00:00Z'); now = epochMs(now + step)) {
      vi.setSystemTime(now)
      const { from, to } = daysLoaded('agenda', dateOf(now, timezone))
      const [before, first, end] = [addDays(from, -1), from, to].map((day) =>
        toIso(startOfDay(day, timezone)),
      )
      const sessions = new URLSearchParams({ from: first!, to: end!, items: '100', page: '1' })
      const time = new URLSearchParams({ from: before!, to: end! })
      expect(arrive('coach', '/calendar', { timezone }).asked).toEqual([
        ...shell.asks,
        `GET /v1/session/coach/me?${sessions}`,
        `GET /v1/coach/calendar-time/me?${time}`,
      ])
    }
  }
})

test('it asks for no days in a zone that the browser does not know', () => {
  expect(arrive('coach', '/calendar', { timezone: 'America/Nowhere' }).asked).toEqual(shell.asks)
})

test('it asks for no days of the calendar in a wide window, where the view is a choice, nor for a client', () => {
  const timezone = 'America/Mexico_City'
  expect(arrive('coach', '/calendar', { timezone, isWide: true }).asked).toEqual(shell.asks)
  expect(arrive('client', '/calendar', { timezone }).asked).toEqual(shell.asks)
})

test('for visitor it asks for nothing', () => {
  for (const address of addresses) expect([address, arrive('visitor', address).asked]).toEqual([address, []])
})

test.each(['visitor', 'unpaidCoach', 'coach', 'client'] as const)(
  'for %s it fetches the code and texts of that screen',
  (person) => {
    for (const address of addresses) {
      const [name, screen] = shownTo(person, address) ?? notFound[person]
      const texts = screen.texts.map((namespace) => `/locales/es-MX/${namespace}.json`)
      expect([address, ...arrive(person, address).linked]).toEqual(
        expect.arrayContaining([address, `/${name}`, ...texts]),
      )
    }
  },
)
