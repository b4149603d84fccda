import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStream, FakeTrack } from '#test/support/web/connections.ts'
import { showHook } from '#test/support/web/show.tsx'
import type { Other } from '../call/call-session.ts'
import { useLoudest } from './use-loudest.ts'

/** How loud each stream is, and which are listened to. */
const levels = new Map<unknown, number>()

class Listening {
  state = 'running'
  createMediaStreamSource = (stream: unknown) => ({
    stream,
    connect: (analyser: { of: unknown }) => void (analyser.of = stream),
    disconnect: () => undefined,
  })
  createAnalyser = () => ({
    fftSize: 0,
    of: undefined as unknown,
    getFloatTimeDomainData(samples: Float32Array) {
      samples.fill(levels.get(this.of) ?? 0)
    },
  })
  close = () => Promise.resolve()
}

const person = (peerId: string, camera: FakeStream) => ({ peerId, camera }) as unknown as Other
const later = (ms = 300) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', Listening)
  levels.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// @spec P.262
test('who speaks is the loudest, and stays it until somebody is clearly louder', () => {
  const [luis, eva] = [new FakeStream([new FakeTrack('audio')]), new FakeStream([new FakeTrack('audio')])]
  const { result } = showHook(useLoudest, [person('luis', luis), person('eva', eva)])
  later()
  expect(result.current).toBeUndefined()
  levels.set(luis, 0.05)
  later()
  expect(result.current).toBe('luis')
  levels.set(eva, 0.06)
  later()
  expect(result.current).toBe('luis')
  levels.set(eva, 0.1)
  later()
  expect(result.current).toBe('eva')
})

test('a voice that joins the picture of somebody later is listened to', () => {
  const tracks = [new FakeTrack('video')]
  const [luis, eva] = [new FakeStream(tracks), new FakeStream([new FakeTrack('audio')])]
  const { result, rerender } = showHook(useLoudest, [person('luis', luis), person('eva', eva)])
  levels.set(luis, 0.1)
  later()
  expect(result.current).toBeUndefined()
  tracks.push(new FakeTrack('audio'))
  rerender([person('luis', luis), person('eva', eva)])
  later()
  expect(result.current).toBe('luis')
})
