import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { endPush } from '#web/api/device/push.ts'
import { queryClient } from '#web/api/query-client.ts'
import { InstalledApp } from './InstalledApp.tsx'

/** What the icon shows: a number, nothing, or what was refused. */
let icon: (number | 'nothing')[]

const page = (total: number) => ({ body: { data: [], notifications: [], total, page: 1, items: 20 } })
const answer = (news: number, messages: number) =>
  answerCalls({
    'GET /v1/notification/pending/:userId': page(news),
    'GET /v1/notification/message/pending/:userId': page(messages),
    'GET /v1/dashboard': { body: { coach: null, client: null } },
  })
/** A browser without a service worker, installed or not. */
function install(more: object) {
  const get = (all: Navigator, name: string) =>
    Object.hasOwn(more, name)
      ? Reflect.get(more, name)
      : name === 'serviceWorker'
        ? undefined
        : Reflect.get(all, name)
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, { get, has: (all, name) => name !== 'serviceWorker' && name in all }),
  )
}
const askAgain = () => act(() => queryClient.refetchQueries({ type: 'active' }))

beforeEach(() => {
  signInCoach()
  icon = []
})

// @spec P.177
test('the icon has the number of unread news and messages, none once they are read, and none after a sign-out', async () => {
  install({
    setAppBadge: async (count: number) => void icon.push(count),
    clearAppBadge: async () => void icon.push('nothing'),
  })
  answer(2, 3)
  show(<InstalledApp />)
  await waitFor(() => expect(icon).toEqual([5]))
  answer(2, 0)
  await askAgain()
  await waitFor(() => expect(icon).toEqual([5, 2]))
  answer(0, 0)
  await askAgain()
  await waitFor(() => expect(icon).toEqual([5, 2, 'nothing']))
  answer(1, 0)
  await askAgain()
  await waitFor(() => expect(icon.at(-1)).toBe(1))
  await endPush()
  expect(icon.at(-1)).toBe('nothing')
})

// @spec P.177
test('a browser without an icon, and one that refuses a number, go on', async () => {
  install({ setAppBadge: () => Promise.reject(new DOMException('Not installed', 'NotAllowedError')) })
  const sent = answer(1, 1)
  const { unmount } = show(<InstalledApp />)
  await waitFor(() =>
    expect(sent.map(({ route }) => route)).toContain('GET /v1/notification/message/pending/:userId'),
  )
  await askAgain()
  unmount()
  install({})
  show(<InstalledApp />)
  await askAgain()
  await expect(endPush()).resolves.toBeUndefined()
})
