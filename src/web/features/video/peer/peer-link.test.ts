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

/** A link whose line loses this part of what it sends; `held` is what the other side said of its camera. */
function openedLink(lost = () => 0) {
  const { opened } = stubConnections()
  const steps: string[] = []
  const held: boolean[] = []
  const link = openLink(
    { iceServers: [], polite: true },
    {
      say: nothing,
      onIncoming: nothing,
      onCameraHeld: (isHeld) => held.push(isHeld),
      onState: nothing,
      onQuality: (_, step) => steps.push(step),
      onBroken: nothing,
      onFailure: (error) => {
        throw error
      },
    },
  )
  const pc = opened[0]!
  pc.getStats = losing(lost)
  const limitsOf = (sent: MediaStreamTrack) =>
    pc.places.find(({ sender }) => sender.track === sent)?.encodings[0]
  return { link, pc, steps, held, limitsOf }
}

// @spec P.237
test('a line that does not take video is tried with another camera, and not for a hand or a muted voice', async () => {
  const { link, pc, steps } = openedLink(() => 0.5)
  const outgoing = { audio: track('audio'), video: track('video'), screen: null }
  link.send(outgoing)
  const camera = pc.places.find(({ sender }) => sender.track === outgoing.video)!
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

// @spec P.237
test('camera and screen are limited from the beginning, and give way to the voice step by step', async () => {
  let lost = 0
  const { link, pc, limitsOf } = openedLink(() => lost)
  const outgoing = { audio: track('audio'), video: track('video'), screen: track('video') }
  link.send(outgoing)
  pc.become('connected')
  await vi.advanceTimersByTimeAsync(0)
  const limits = () => [outgoing.video, outgoing.screen].map((sent) => limitsOf(sent)?.maxBitrate)
  expect(limits()).toEqual([1_500_000, 2_500_000])
  await vi.advanceTimersByTimeAsync(2_000)
  lost = 0.5
  await vi.advanceTimersByTimeAsync(6_000)
  expect(limits()).toEqual([500_000, 800_000])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(limits()).toEqual([150_000, 250_000])
  // The camera is not sent any more; of the screen one picture in a second is.
  await vi.advanceTimersByTimeAsync(6_000)
  expect(limits()).toEqual([undefined, 80_000])
  // A good line has it back by itself: nobody switched it off.
  lost = 0
  await vi.advanceTimersByTimeAsync(16_000)
  expect(limits()).toEqual([undefined, 250_000])
  // What is sent from now on has its limits too.
  const another = track('video')
  link.send({ ...outgoing, video: another })
  await vi.advanceTimersByTimeAsync(0)
  expect(limitsOf(another)).toMatchObject({ maxBitrate: 150_000, scaleResolutionDownBy: 4 })
  expect(limitsOf(outgoing.audio)).toEqual({})
  link.close()
})

// @spec P.237
test('the other side is told that a camera is held back, and that it is not any more', async () => {
  const { link, pc, held } = openedLink(() => 0.5)
  link.send({ audio: track('audio'), video: track('video'), screen: null })
  pc.become('connected')
  pc.line.open()
  expect(pc.line.said.splice(0)).toEqual(['camera shown'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(pc.line.said.splice(0)).toEqual(['camera held'])
  link.showAgain()
  expect(pc.line.said).toEqual(['camera shown'])
  for (const said of ['camera held', 'camera shown', 'something of a later release']) pc.line.hear(said)
  expect(held).toEqual([true, false, false])
  link.close()
})
