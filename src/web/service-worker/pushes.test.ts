import { beforeEach, describe, expect, test } from 'vitest'
import type { PushPayload, PushType } from '#contract/account/push.ts'
import { NotificationType } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'
import { NOTIFICATION_TARGETS } from '#web/widgets/notifications/notification-targets.ts'
import { targetOfPush } from './push-target.ts'
import { openPush, showPush } from './pushes.ts'
import type { OpenPage, Shown, WorkerScope } from './worker-scope.ts'

const ORIGIN = 'https://norte.example'
let shown: Shown[]
let closed: string[]
let opened: string[]
let dots: number
let pages: (OpenPage & { told: unknown[] })[]
let scope: WorkerScope

beforeEach(() => {
  shown = []
  closed = []
  opened = []
  dots = 0
  pages = []
  scope = {
    skipWaiting: () => Promise.resolve(),
    addEventListener: () => undefined,
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(pages),
      openWindow: (path) => Promise.resolve(opened.push(path)),
    },
    registration: {
      showNotification: (title, options) => Promise.resolve(void shown.push({ title, options })),
      getNotifications: ({ tag }) => Promise.resolve([{ close: () => void closed.push(tag) }]),
    },
    navigator: { setAppBadge: () => Promise.resolve(void (dots += 1)) },
    location: { origin: ORIGIN },
  }
})

function open(url: string, isLooking: boolean) {
  const told: unknown[] = []
  const page = {
    url,
    told,
    focused: isLooking,
    visibilityState: isLooking ? 'visible' : 'hidden',
    focus: () => Promise.resolve(),
    postMessage: (message: unknown) => void told.push(message),
  }
  pages.push(page)
  return page
}

const payload: PushPayload = {
  v: 1,
  type: 'SESSION_SOON',
  title: 'Tienes una sesión en 3 horas',
  text: 'hoy',
  tag: 'session:s1',
  about: { sessionId: 's1' as never },
}
const push = (given: unknown) =>
  showPush(scope, { data: { text: () => (typeof given === 'string' ? given : JSON.stringify(given)) } })
const tap = (data: unknown) => openPush(scope, { notification: { data, close: () => undefined } })

// @spec P.207
describe('a push', () => {
  test('is shown, replaces an older one about the same, and puts a dot on the icon', async () => {
    await push(payload)
    expect(shown).toMatchObject([
      {
        title: payload.title,
        options: {
          body: 'hoy',
          tag: 'session:s1',
          renotify: true,
          silent: false,
          data: { path: '/session/view/s1' },
        },
      },
    ])
    expect([closed, dots]).toEqual([[], 1])
  })

  test('does not stay for somebody who looks at the product', async () => {
    open(`${ORIGIN}/dashboard`, true)
    await push(payload)
    expect(shown).toMatchObject([{ options: { silent: true } }])
    expect([closed, dots]).toEqual([['session:s1'], 0])
  })

  test.each(['', 'otra cosa', '[]', 'null', { v: 2, title: 'x', tag: 'y' }, { v: 1 }])(
    'that is not understood (%j) still shows that there is something',
    async (given) => {
      await push(given)
      expect(shown).toMatchObject([{ title: 'Norte', options: { data: { path: '/' } } }])
    },
  )

  test('opens its page in the tab that is open, or in a new one', async () => {
    await tap({ path: '/messages' })
    expect(opened).toEqual(['/messages'])
    const page = open(`${ORIGIN}/dashboard`, false)
    await tap({ path: '/messages' })
    expect(opened).toHaveLength(1)
    expect(page.told).toEqual([{ type: 'openPage', path: '/messages' }])
  })

  test.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 7, undefined])(
    'leads nowhere else (%s)',
    async (path) => {
      await tap({ path })
      expect(opened).toEqual(['/'])
    },
  )
})

describe('the page of a push', () => {
  const about = { sessionId: 's1' as never, client: 'c1' as never, group: 'g1' as never }

  test.each(NotificationType.options)('%s is that of its notification', (type) => {
    expect(targetOfPush({ type, about })).toBe(NOTIFICATION_TARGETS[type](about) ?? paths.dashboard())
  })

  test.each<[PushType | 'NEWER', object, string]>([
    ['NEW_MESSAGE', { room: { type: 'Client', itemId: 'c1' } }, '/messages/Client/c1'],
    ['NEW_MESSAGE', { clientRoom: 'c1' }, '/messages?room=c1'],
    ['NEW_MESSAGE', {}, '/messages'],
    ['SESSION_SOON', {}, '/dashboard'],
    ['NEWER', about, '/dashboard'],
  ])('%s with %j is %s', (type, given, path) => {
    expect(targetOfPush({ type, about: given })).toBe(path)
  })
})
