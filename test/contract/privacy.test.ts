import type { Socket } from 'socket.io-client'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SessionId } from '#contract/values.ts'
import { fromIso, toIso } from '#time/clock.ts'
import { createLogger } from '#server/platform/logger.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { exportOf, rowsIn } from '#test/support/exports/exports.ts'
import { EXAMPLES } from '#test/support/examples.ts'
import { good } from '#test/support/groups.ts'
import { type Ids, type Marker, type Person, STEM, type Stage } from '#test/support/privacy/markers.ts'
import { castOf, writeSecrets } from '#test/support/privacy/secrets.ts'
import { GROUP } from '#test/support/privacy/shared-words.ts'
import { goTo } from '#test/support/sessions.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'

/** Who gets an answer; `nobody` is not signed in. */
type Reader = Person | 'nobody'

const reading = [...ENDPOINTS.entries()].filter(
  ([, { method, access }]) => method === 'GET' && access !== 'signed',
)

let app: TestApp
let stage: Stage
let writer: string
const sockets: Socket[] = []
let heard: (readonly [Person, ReturnType<typeof listenTo>])[]
const log: string[] = []
/** Which markers reached whom, and by what. */
const reached = new Map<Reader, Map<string, Set<string>>>()
/** Which markers are in what leaves the product: mails, and the documents that people keep. */
const sent = new Map<string, Set<string>>()
const archives = new Map<Person, Map<string, Buffer>>()
let answers = 0

beforeAll(async () => {
  const readers = new Map<string, Person>()
  app = await makeApp({
    actorCacheMs: 60_000,
    log: createLogger('trace', { write: (line: string) => void log.push(line) }),
    onExchange({ request, answer }) {
      answers += 1
      if (answer.bytes.subarray(0, 4).toString() === '%PDF') return
      // What the coach writes is answered to the coach, of what is deleted later too.
      if (request.token === writer && request.method !== 'GET') return
      // The address of a feed is its own permission: whose it is, is noted where it is read.
      if (request.url.startsWith('/v1/calendar/feed/')) return
      const who = request.token === undefined ? 'nobody' : readers.get(request.token)
      if (who) read(who, `${request.method} ${request.url}`, answer.bytes.toString())
    },
  })
  const address = await app.listen()
  const cast = await castOf(app)
  writer = cast.coach.token
  for (const [who, { token }] of people(cast)) readers.set(token, who)
  heard = await Promise.all(
    people(cast).map(async ([who, { token }]) => {
      const socket = await openSocket(address, token)
      sockets.push(socket)
      return [who, listenTo(socket)] as const
    }),
  )
  stage = await writeSecrets(app, cast)
  // The memorandums of the day come now.
  await goTo(app, '2027-02-02T16:00:00.000Z')
  await app.settle()
  await askForEverything(stage.ids)
  await lookAtWhatIsSent()
}, 240_000)
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

function people<T extends object>(cast: T) {
  return Object.entries(cast) as [Person, T[keyof T]][]
}

/** Notes the markers of a text that somebody got. */
function read(who: Reader, where: string, text: string): void {
  if (!text.includes(STEM)) return
  const found = reached.get(who) ?? new Map<string, Set<string>>()
  reached.set(who, found)
  for (const marker of markersIn(text)) found.set(marker, (found.get(marker) ?? new Set()).add(where))
}

function markersIn(text: string): string[] {
  return text.match(new RegExp(`${STEM}\\d{3}`, 'g')) ?? []
}

/** People send every call that reads, for every row, with every filter. */
async function askForEverything(
  ids: Ids,
  everybody: readonly { token?: string }[] = [...Object.values(stage.cast), {}],
): Promise<void> {
  for (const [name, endpoint] of reading) {
    const [plain, ...filters] = queriesOf(name, endpoint)
    for (const path of filled(endpoint.path, ids)) {
      for (const { token } of everybody) {
        const ask = (query: string | undefined) =>
          app.send({
            method: 'GET',
            url: query ? `${path}?${query}` : path,
            ...(token !== undefined && { token }),
          })
        // A list that is refused is refused before its filter is looked at.
        if ((await ask(plain)).status !== 200) continue
        for (const filter of filters) await ask(filter)
      }
    }
  }
}

/** A path with every id there is in the place of its parameters. */
function filled(path: string, ids: Ids): string[] {
  const parameter = /:(\w+)/.exec(path)
  if (!parameter) return [path]
  return (ids[parameter[1]!] ?? []).flatMap((id) => filled(path.replace(parameter[0], id), ids))
}

/** The query of the examples, and it with each value of each filter; a search for what all markers begin with. */
function queriesOf(name: string, { query }: Endpoint): string[] {
  if (!(query instanceof z.ZodObject)) return ['']
  const shape = query.shape as Record<string, z.ZodType>
  const base = { ...EXAMPLES[name]?.query, ...('items' in shape && { items: '50' }) }
  delete (base as Record<string, string>)['tag']
  const variants = [
    base,
    ...Object.entries(shape).flatMap(([key, value]) =>
      valuesOf(key, value).map((each) => ({ ...base, [key]: each })),
    ),
  ]
  return [...new Set(variants.map((each) => new URLSearchParams(each).toString()))]
}

function valuesOf(key: string, schema: z.ZodType): string[] {
  if (key === 'search') return [STEM]
  if (key === 'direction' || key === 'sort') return []
  let inner: unknown = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable)
    inner = inner.unwrap()
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

async function lookAtWhatIsSent(): Promise<void> {
  const note = (what: string, text: string) => {
    for (const marker of markersIn(text)) sent.set(marker, (sent.get(marker) ?? new Set()).add(what))
  }
  for (const [who, { email, token }] of people(stage.cast)) {
    for (const mail of await app.mails(email)) note(`a mail to the ${who}`, JSON.stringify(mail))
    const feed = await app.call('POST /v1/calendar/feed', {}, token)
    good(feed, 201)
    const { bytes } = await app.send({ method: 'GET', url: new URL(feed.body.url!).pathname })
    note(`the feed of the ${who}`, bytes.toString())
    read(who, 'their feed', bytes.toString())
    for (const sessionId of stage.ids['sessionId']!) {
      const ics = await app.send({ method: 'GET', url: `/v1/session/${sessionId}/ics`, token })
      note(`a calendar file of the ${who}`, ics.bytes.toString())
      const document = await app.send({ method: 'GET', url: `/v1/session/${sessionId}/pdf`, token })
      if (document.status === 200) note(`a PDF of the ${who}`, await textOf(document.bytes))
    }
  }
}

/** The archive of a person's data, written once. */
async function archiveOf(who: Person): Promise<Map<string, Buffer>> {
  const archive = archives.get(who) ?? (await exportOf(app, stage.cast[who]))
  archives.set(who, archive)
  return archive
}

const idOf = (entry: object) => (entry as { id: string }).id

async function textOf(pdf: Uint8Array): Promise<string> {
  return (await extractText(new Uint8Array(pdf))).text.join('\n')
}

const ofTheCoach = () => stage.markers.filter(({ readers }) => readers.length === 1)

// @spec P.83, P.102, P.106, P.332
describe('what is written in a practice', () => {
  test('is read by those it is for and by nobody else, in every answer and event there is', async () => {
    await expect.poll(() => heard[0]![1].map(({ name }) => name)).toContain('DAY_MEMORANDUM')
    for (const [who, events] of heard) read(who, 'the socket', JSON.stringify(events))
    const wrong = stage.markers.flatMap(({ text, what, readers }) =>
      [...Object.keys(stage.cast), 'nobody'].flatMap((who) => {
        const where = reached.get(who as Reader)?.get(text)
        const may = readers.includes(who as Person)
        if (may === Boolean(where)) return []
        return [`${what}: ${may ? 'not read' : 'read'} by ${who} ${[...(where ?? [])].join(', ')}`]
      }),
    )
    expect(wrong).toEqual([])
    expect(ofTheCoach().length).toBeGreaterThan(60)
    expect(answers).toBeGreaterThan(2_000)
  })

  test('for the coach alone is in no mail, feed, calendar file or PDF, not even the coach’s own', () => {
    const leaked = [...ofTheCoach(), ...stage.markers.filter(({ readers }) => readers.length === 0)].flatMap(
      ({ text, what }) => [...(sent.get(text) ?? [])].map((where) => `${what} in ${where}`),
    )
    expect(leaked).toEqual([])
    // The same look finds what may be sent.
    const summary = stage.markers.find(({ what }) => what === 'summary of a session of the client')!
    expect([...sent.get(summary.text)!]).toEqual(
      expect.arrayContaining(['a mail to the client', 'a PDF of the coach', 'a PDF of the client']),
    )
  })

  // @spec P.323
  test('is in no line of the log, and for the coach alone in no event of the history', async () => {
    expect(log.length).toBeGreaterThan(100)
    expect(log.filter((line) => line.includes(STEM))).toEqual([])
    // Why a session was corrected is read from there, by the coach.
    const { db } = app.deps
    const history = await db.selectFrom('domain_events').selectAll().execute()
    const kept = new Set(markersIn(JSON.stringify(history)))
    const texts = ofTheCoach().filter(({ text }) => kept.has(text))
    expect([...new Set(texts.map(({ what }) => what))]).toEqual(['why a session was corrected'])
  })

  test('is in no export but the coach’s own', async () => {
    const { coach, stranger } = stage.cast
    const exported = async ({ token }: { token: string }) =>
      (await app.send({ method: 'GET', url: '/v1/client/export', token })).bytes.toString()
    const found = new Set(markersIn(await exported(coach)))
    const named = stage.markers.filter(({ text }) => found.has(text)).map(({ what }) => what)
    expect(named.toSorted()).toEqual([
      'emergency contact',
      'objective of a client',
      'source of a client',
      'tag of a client',
    ])
    expect(await exported(stranger)).not.toContain(STEM)
  })

  // @spec P.334
  test('is in the archive of their data of those who may read it, and of nobody else', async () => {
    const wrong: string[] = []
    for (const [who] of people(stage.cast)) {
      const found = new Set(
        [...(await archiveOf(who)).values()].flatMap((bytes) => markersIn(bytes.toString())),
      )
      for (const { text, what, readers } of stage.markers) {
        const may = readers.includes(who)
        if (may !== found.has(text)) wrong.push(`${what}: ${may ? 'not in' : 'in'} the archive of the ${who}`)
      }
    }
    expect(wrong).toEqual([])
  })

  // @spec P.334
  test('has, of what happened to a client’s sessions, in their archive exactly what the history of each tells them', async () => {
    // As the database writes them.
    const instantOf = (value: unknown) =>
      typeof value === 'string' ? toIso(fromIso(value.replace('+00:00', 'Z'))) : null
    for (const [who, person] of people(stage.cast)) {
      if (!('clientId' in person)) continue
      const told: object[] = []
      for (const sessionId of stage.ids['sessionId']!) {
        const to = { params: { sessionId: sessionId as SessionId } }
        const { status, body } = await app.call('GET /v1/session/:sessionId/history', to, person.token)
        if (status !== 200) continue
        for (const { id, at, startsAt, fromStartsAt, reason, late } of body.data)
          told.push({ id, sessionId, at, startsAt, fromStartsAt, reason, late })
      }
      const archived = rowsIn(await archiveOf(who), 'client/domain_events').map((row) => ({
        id: row['id'],
        sessionId: row['session_id'],
        at: instantOf(row['occurred_at']),
        startsAt: instantOf(row['starts_at']),
        fromStartsAt: instantOf(row['from_starts_at']),
        reason: row['reason'],
        late: row['cancel_late'] ?? false,
      }))
      expect.soft(archived, who).toEqual(told.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)))
      if (GROUP.some((member) => member === who)) expect(told.length).toBeGreaterThan(8)
    }
  })

  test('comes back to the same people once it is restored', async () => {
    const deleted = await stage.restore()
    reached.clear()
    const { coach, client, other } = stage.cast
    await askForEverything({ ...stage.ids, clientId: [client.clientId] }, [coach, client, other])
    const readersOf = ({ text }: Marker) =>
      [...reached].filter(([, found]) => found.has(text)).map(([who]) => who)
    for (const marker of deleted) {
      expect([marker.what, readersOf(marker).toSorted()]).toEqual([
        marker.what,
        [...marker.readers].toSorted(),
      ])
    }
    expect(
      good(await app.call('GET /v1/note/search', { query: { search: STEM } }, stage.cast.coach.token)).total,
    ).toBeGreaterThan(5)
  })
})
