import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { Preview } from './Preview.tsx'

const ADDRESSES = 'GET /v1/resource/:resourceId/download'
const HALF_AN_HOUR = 30 * 60_000

const video = {
  id: 'r1',
  type: 'video',
  title: 'Respirar',
  body: null,
  url: null,
  file: { id: 'f1', name: 'respirar.mp4', byteSize: 2_048, mediaType: 'video/mp4', preview: 'video' },
} as unknown as ResourceDetail
const answer = (signature: string) =>
  answerCalls({ [ADDRESSES]: { body: { inline: `/i/${signature}`, attachment: `/a/${signature}` } } })
const shown = () => screen.findByLabelText<HTMLVideoElement>('Respirar')
const download = () => screen.getByRole('link', { name: 'Descargar' }).getAttribute('href')

beforeEach(() => {
  queryClient.clear()
  signInClient()
})
afterEach(() => vi.useRealTimers())

test('a newer address is the one to save from, and is played only once the first has ended', async () => {
  answer('1')
  show(<Preview resource={video} />)
  expect((await shown()).getAttribute('src')).toBe('/i/1')
  answer('2')
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(download()).toBe('/a/2'))
  expect((await shown()).getAttribute('src')).toBe('/i/1')
  fireEvent.error(await shown())
  expect((await shown()).getAttribute('src')).toBe('/i/2')
  fireEvent.error(await shown())
  answer('3')
  await act(() => queryClient.invalidateQueries())
  await waitFor(async () => expect((await shown()).getAttribute('src')).toBe('/i/3'))
})

test('in a tab that stays open the addresses are asked for again before they end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent = answer('1')
  show(<Preview resource={video} />)
  await shown()
  await act(() => vi.advanceTimersByTimeAsync(HALF_AN_HOUR + 1_000))
  expect(sent).toHaveLength(2)
})
