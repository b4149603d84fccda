import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PeerId } from '#contract/values.ts'
import { showHook } from '#test/support/web/show.tsx'
import type { Other } from './call-session.ts'
import { useStuck } from './use-stuck.ts'

type Call = Parameters<typeof useStuck>[0]

const LUIS = 'luis' as PeerId
const EVA = 'eva' as PeerId
const joined = (...others: Call['others'][number][]): Call => ({ state: 'joined', others })
const line = (peerId: PeerId, link: Other['link'], side: Other['side'] = 'client') => ({ peerId, link, side })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

// @spec P.259
test('a call is stuck once somebody did not connect for 15 seconds, and not any more once they did', () => {
  const { result, rerender } = showHook(useStuck, joined(line(LUIS, 'connecting')))
  pass(14_999)
  expect(result.current).toBe(false)
  // The same people in another state.
  rerender(joined(line(LUIS, 'connecting')))
  pass(1)
  expect(result.current).toBe(true)
  rerender(joined(line(LUIS, 'connected')))
  expect(result.current).toBe(false)
})

test('who is lost again has all the time again', () => {
  const { result, rerender } = showHook(useStuck, joined(line(LUIS, 'connecting')))
  pass(15_000)
  rerender(joined(line(LUIS, 'connected')))
  rerender(joined(line(LUIS, 'lost')))
  expect(result.current).toBe(false)
  pass(14_999)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

test('a call is not stuck for somebody who is connected with one of the others', () => {
  const { result, rerender } = showHook(useStuck, joined(line(LUIS, 'connecting'), line(EVA, 'connecting')))
  pass(10_000)
  rerender(joined(line(LUIS, 'connecting'), line(EVA, 'connected')))
  pass(20_000)
  expect(result.current).toBe(false)
  // The coach is who the call is with.
  rerender(joined(line(LUIS, 'connecting', 'coach'), line(EVA, 'connected')))
  pass(15_000)
  expect(result.current).toBe(true)
})

test('nobody is stuck for whom the others are alone, or all connected', () => {
  const { result, rerender } = showHook(useStuck, joined())
  pass(20_000)
  expect(result.current).toBe(false)
  rerender(joined(line(LUIS, 'connected'), line(EVA, 'connected')))
  pass(20_000)
  expect(result.current).toBe(false)
})

test('who is not let in for 15 seconds is stuck until they are in', () => {
  const { result, rerender } = showHook(useStuck, { state: 'joining', others: [] })
  pass(14_999)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
  rerender(joined())
  expect(result.current).toBe(false)
})

test('who goes on without the server is not stuck', () => {
  const { result } = showHook(useStuck, { state: 'away', others: [line(LUIS, 'connected')] })
  pass(20_000)
  expect(result.current).toBe(false)
})
