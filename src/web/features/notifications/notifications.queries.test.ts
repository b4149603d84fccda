import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { allNotificationsQuery, pendingNotificationsQuery } from './notifications.queries.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

const fetched = vi.fn<(url: string) => Promise<Response>>()

/** The path and the direction of the last request. */
const asked = () => {
  const { pathname, searchParams } = new URL(fetched.mock.lastCall![0], 'http://norte.example')
  return [pathname, searchParams.get('direction')]
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  const page = { notifications: [], data: [], total: 0, page: 1, items: 20 }
  fetched.mockImplementation(() => Promise.resolve(Response.json(page)))
  queryClient.clear()
})

// spec §7
// @spec 7.17
test('the menu and the screen request their lists with direction desc', async () => {
  await queryClient.fetchQuery(pendingNotificationsQuery('u1'))
  expect(asked()).toEqual(['/v1/notification/pending/u1', 'desc'])
  await queryClient.fetchInfiniteQuery(allNotificationsQuery('u1'))
  expect(asked()).toEqual(['/v1/notification/all/u1', 'desc'])
})
