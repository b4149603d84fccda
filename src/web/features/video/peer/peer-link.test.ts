import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeTrack, losing, stubConnections } from '#test/support/web/connections.ts'
import { openLink } from './peer-link.ts'

const nothing = () => undefined
const track = (kind: string) => new FakeTrack(kind) as unknown as MediaStreamTrack

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// @spec P.237
test('a line that does not take video is tried with another camera, and not for a hand or a muted voice', async () => {
  const { opened } = stubConnections()
  const steps: string[] = []
  const link = openLink(
    { iceServers: [], polite: true },
    {
      say: nothing,
      onIncoming: nothing,
      onState: nothing,
      onQuality: (_, step) => steps.push(step),
      onBroken: nothing,
      onFailure: nothing,
    },
  )
  const outgoing = { audio: track('audio'), video: track('video'), screen: null }
  link.send(outgoing)
  const pc = opened[0]!
  const camera = pc.places.find(({ sender }) => sender.track === outgoing.video)!
  pc.getStats = losing(() => 0.5)
  pc.become('connected')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(steps.at(-1)).toBe('off')
  expect(camera.sender.track).toBeNull()
  link.send({ ...outgoing, audio: null })
  link.send(outgoing)
  expect(camera.sender.track).toBeNull()
  const another = track('video')
  link.send({ ...outgoing, video: another })
  expect(camera.sender.track).toBe(another)
  link.close()
})
