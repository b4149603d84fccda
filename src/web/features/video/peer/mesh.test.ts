import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId } from '#contract/values.ts'
import { openMesh } from './mesh.ts'
import type { PeerLink, openLink } from './peer-link.ts'

const id = (n: number) => PeerId.parse(`01890000-0000-7000-8000-00000000000${n}`)
const [self, one, other] = [id(1), id(2), id(3)]

/** A mesh with two others, and what their lines tell it. */
function opened() {
  const links: (Omit<PeerLink, 'showAgain' | 'hear'> &
    Record<'showAgain' | 'hear', ReturnType<typeof vi.fn>>)[] = []
  const tell: Parameters<typeof openLink>[1]['onQuality'][] = []
  const open: typeof openLink = (_, { onQuality }) => {
    const nothing = () => undefined
    const link = { send: nothing, hear: vi.fn(), comeBack: nothing, close: nothing, showAgain: vi.fn() }
    links.push(link)
    tell.push(onQuality)
    return link
  }
  const outgoing = { audio: null, video: {} as MediaStreamTrack, screen: null }
  const options = { self, iceServers: () => [], outgoing, isLate: false }
  const nothing = () => undefined
  const mesh = openMesh(options, { say: nothing, onChange: nothing, onFailure: nothing }, open)
  mesh.meet([one, other])
  return { mesh, links, tell: tell as [(typeof tell)[0], (typeof tell)[0]] }
}

test('of what comes before the list with who says it, the latest is heard', () => {
  const { mesh, links } = opened()
  const late = id(4)
  const signals = Array.from({ length: 301 }, (_, n) => ({ candidate: { candidate: String(n) } }) as never)
  for (const signal of signals) mesh.hear(late, signal)
  mesh.meet([one, other, late])
  expect(links[2]!.hear.mock.calls.map(([signal]) => signal)).toEqual(signals.slice(1))
})

describe('a link that cannot be looked for again', () => {
  /** A mesh with one other, its links and what they tell it. */
  function openedWith(self: PeerId, other: PeerId) {
    const links: Record<'comeBack' | 'hear' | 'close', ReturnType<typeof vi.fn>>[] = []
    const tell: Parameters<typeof openLink>[1][] = []
    const open: typeof openLink = (_, told) => {
      const link = { send: vi.fn(), hear: vi.fn(), comeBack: vi.fn(), close: vi.fn(), showAgain: vi.fn() }
      links.push(link)
      tell.push(told)
      return link
    }
    const outgoing = { audio: null, video: null, screen: null }
    const say = vi.fn()
    const told = { say, onChange: () => undefined, onFailure: () => undefined }
    const mesh = openMesh({ self, iceServers: () => [], outgoing, isLate: false }, told, open)
    mesh.meet([other])
    tell[0]!.onState('connected')
    tell[0]!.onState('lost')
    return { mesh, links, tell, say }
  }
  const offer = { description: { type: 'offer', sdp: '' }, screenId: null } as const

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['asks', one, other, 1],
    ['does not ask', other, one, 0],
  ] as const)('is replaced after a pause; one who is polite %s for the offer', (_, me, them, asked) => {
    const { mesh, links, tell, say } = openedWith(me, them)
    tell[0]!.onBroken()
    tell[0]!.onBroken()
    expect(links).toHaveLength(1)
    vi.runAllTimers()
    expect(links).toHaveLength(2)
    expect(links[0]!.close).toHaveBeenCalled()
    expect(links[1]!.comeBack).toHaveBeenCalledTimes(asked)
    tell[1]!.onState('connecting')
    expect(mesh.lineOf(them)?.link).toBe('lost')
    tell[0]!.say(offer)
    expect(say).not.toHaveBeenCalled()
  })

  test('is replaced at once by the one that the other side offers', () => {
    const { links, tell } = openedWith(one, other)
    tell[0]!.onBroken()
    tell[0]!.onBroken(offer)
    vi.runAllTimers()
    expect(links).toHaveLength(2)
    expect(links[1]!.hear).toHaveBeenCalledWith(offer)
    expect(links[1]!.comeBack).not.toHaveBeenCalled()
  })

  test('is kept where it came back meanwhile', () => {
    const { links, tell } = openedWith(one, other)
    tell[0]!.onBroken()
    tell[0]!.onState('connected')
    vi.runAllTimers()
    expect(links).toHaveLength(1)
  })

  test('is not replaced in a call that is over', () => {
    const { mesh, links, tell } = openedWith(one, other)
    tell[0]!.onBroken()
    mesh.close()
    vi.runAllTimers()
    expect(links).toHaveLength(1)
  })
})

// @spec P.237
describe('one slow line of several', () => {
  test('goes without video, and the camera stays on for the others', () => {
    const { mesh, tell } = opened()
    tell[0]('poor', 'off')
    tell[1]('good', 'full')
    expect(mesh.isSlow()).toBe(false)
    tell[1]('poor', 'off')
    expect(mesh.isSlow()).toBe(true)
  })

  test('is tried again after a good minute', () => {
    const { links, tell } = opened()
    for (let sample = 0; sample < 29; sample += 1) tell[0]('good', 'off')
    tell[0]('poor', 'off')
    for (let sample = 0; sample < 29; sample += 1) tell[0]('good', 'off')
    expect(links[0]?.showAgain).not.toHaveBeenCalled()
    tell[0]('good', 'off')
    expect(links[0]?.showAgain).toHaveBeenCalledTimes(1)
    expect(links[1]?.showAgain).not.toHaveBeenCalled()
  })

  test('of somebody who leaves says nothing any more', () => {
    const { mesh, tell } = opened()
    tell[0]('good', 'full')
    tell[1]('poor', 'off')
    mesh.meet([other])
    expect(mesh.isSlow()).toBe(true)
    mesh.meet([])
    expect(mesh.isSlow()).toBe(false)
  })
})

test('who is heard and is not in the call gets no line; what they said is heard once they are in it', () => {
  const { mesh, links } = opened()
  mesh.meet([other])
  const said = { again: true } as const
  mesh.hear(one, said)
  mesh.hear(one, { candidate: null })
  expect(links).toHaveLength(2)
  mesh.meet([other])
  expect(links).toHaveLength(2)
  mesh.meet([one, other])
  expect(links).toHaveLength(3)
  expect(links[2]?.hear.mock.calls).toEqual([[said], [{ candidate: null }]])
  mesh.meet([one, other])
  expect(links[2]?.hear).toHaveBeenCalledTimes(2)
})
