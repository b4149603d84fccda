import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import type { PeerId } from '#contract/values.ts'
import type { Joined } from '#contract/video/signals.ts'
import { type Line, type MediaWay, NEW_LINE, type Sizes } from '../peer/media-way.ts'
import type { Outgoing } from '../peer/peer-link.ts'
import { type Quality, type VideoStep, worseOf } from '../peer/quality.ts'
import { sizesToSay } from './asked-sizes.ts'
import { watchMissed } from './missed.ts'
import { type SfuLine, openSfuLine } from './sfu-line.ts'

export type SfuWay = MediaWay & { hear(line: string, said: FromSfu): void }

type Told = {
  /** Answers whether it was sent. */
  say: (line: string, said: ToSfu) => boolean
  onChange: () => void
  onFailure: (error: unknown) => void
}

/**
 * The first line that takes the place of another one is opened at once, unless that was opened a moment ago. Those after it
 * wait, each twice as long as the one before: a server or a network that is too slow is not made faster by more lines.
 */
const PAUSE_MS = { first: 3_000, most: 24_000 }
/** A line that was connected for this long works: the next one that breaks is the first again. */
const STEADY_MS = 10_000
/** So does one that was there for this long: it is not connected while nobody else is in the call. */
const KEPT_MS = 60_000

const ALL_RECEIVED = { quality: undefined, step: 'full' } as const

/**
 * Media through an SFU: one line after the other, where the SFU or the server forgot the one before. The pictures of a broken
 * one are shown until the next has its own.
 */
export function openSfuWay(
  { iceServers, outgoing: first }: { iceServers: () => Joined['iceServers']; outgoing: Outgoing },
  { say: tell, onChange: tellChange, onFailure }: Told,
): SfuWay {
  let outgoing = first
  let sizes: Sizes = []
  let isSlow = false
  let quality: Quality | undefined
  /** What of the others arrives well here. */
  let received: { quality: Quality | undefined; step: VideoStep } = ALL_RECEIVED
  let current:
    | { id: string; line: SfuLine; isOpen: boolean; openedAt: number; connectedAt: number | undefined }
    | undefined
  /** How many lines took the place of another one since one has worked. */
  let inVain = 0
  let before: SfuLine | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let others: readonly PeerId[] = []
  const missed = watchMissed(tellChange)

  const isOn = (line: SfuLine | undefined, other: PeerId) =>
    line?.state() === 'connected' && line.incomingOf(other) !== undefined
  const isHere = (other: PeerId) => isOn(current?.line, other) || isOn(before, other)
  const onChange = () => {
    missed.look(others, isHere)
    tellChange()
  }
  const say = (id: string, said: ToSfu): boolean => {
    if (current?.id !== id) return false
    // The first offer opens the line: nobody knows it before.
    const opens = !current.isOpen && 'offer' in said
    if (!current.isOpen && !opens) return false
    const isSent = tell(id, said)
    if (opens && isSent) {
      current.isOpen = true
      if (sizes.length > 0) saySizes()
    }
    return isSent
  }
  const saySizes = () => {
    const { id } = current ?? {}
    if (id !== undefined) for (const said of sizesToSay(sizes, received.step)) say(id, said)
  }
  const open = () => {
    next = undefined
    const id = crypto.randomUUID()
    received = ALL_RECEIVED
    const line = openSfuLine(
      { iceServers: iceServers(), outgoing },
      {
        say: (said) => say(id, said),
        onChange: () => {
          if (current?.id === id && line.state() === 'connected') {
            current.connectedAt ??= performance.now()
            leaveBefore()
          }
          onChange()
        },
        onQuality: (seen, step) => {
          quality = seen
          isSlow = step === 'off'
          onChange()
        },
        onReceived: (seen, step) => {
          if (current?.id !== id) return
          const { quality: sawBefore, step: stepBefore } = received
          received = { quality: seen, step }
          if (step !== stepBefore) saySizes()
          if (step !== stepBefore || seen !== sawBefore) onChange()
        },
        onBroken: () => current?.id === id && renew(),
        onFailure,
      },
    )
    current = { id, line, isOpen: false, openedAt: performance.now(), connectedAt: undefined }
  }
  const openIn = (ms: number) => {
    clearTimeout(next)
    next = setTimeout(open, ms)
  }
  const leaveBefore = () => {
    before?.close()
    before = undefined
  }
  const pauseAfter = ({ openedAt, connectedAt = Infinity }: NonNullable<typeof current>) => {
    const now = performance.now()
    const hasWorked = now - connectedAt >= STEADY_MS || now - openedAt >= KEPT_MS
    const waits = (hasWorked ? 0 : inVain) + (now - openedAt < PAUSE_MS.first ? 1 : 0)
    inVain = hasWorked ? 1 : inVain + 1
    return waits === 0 ? 0 : Math.min(PAUSE_MS.first * 2 ** (waits - 1), PAUSE_MS.most)
  }
  const renew = () => {
    if (!current || next !== undefined) return
    if (before) current.line.close()
    else before = current.line
    const pauseMs = pauseAfter(current)
    current = undefined
    if (pauseMs > 0) openIn(pauseMs)
    else open()
    onChange()
  }
  open()
  return {
    meet(present) {
      others = present
      missed.look(others, isHere)
    },
    lineOf(other): Line {
      const line = current?.line
      const link = isHere(other) ? 'connected' : missed.isLost(other) ? 'lost' : linkOf(line ?? before)
      const isSilent = (isOn(line, other) ? line : before)?.isSilent(other) ?? false
      const shown: Line = {
        ...NEW_LINE,
        ...(before?.incomingOf(other) ?? line?.incomingOf(other)),
        link,
        isSilent,
      }
      if (received.step !== 'off') return shown
      // The last picture would stay; and of who sends nothing else, nothing arrives because it was not asked for.
      return { ...shown, screen: null, isCameraHeld: true, isSilent: false }
    },
    hear: (id, said) => current?.id === id && current.line.hear(said),
    isSlow: () => isSlow,
    quality: () => worseOf(quality, received.quality),
    send(sent) {
      if (sent.video && sent.video !== outgoing.video) isSlow = false
      outgoing = sent
      current?.line.send(outgoing)
      // It is what the others see until the next one is there.
      before?.send(outgoing)
    },
    showSizes(shown) {
      sizes = shown
      // On a line that takes only voices nothing else is asked for.
      if (received.step !== 'off') saySizes()
    },
    comeBack() {
      // There is a server again: it does not wait for as long as one that answers too slowly.
      if (next !== undefined) openIn(PAUSE_MS.first)
      current?.line.comeBack()
      // A server that does not know the line any more answers to whatever it hears of it.
      saySizes()
    },
    close() {
      clearTimeout(next)
      missed.close()
      leaveBefore()
      current?.line.close()
      current = undefined
    },
  }
}

/** Of somebody whose picture is not here: they may just have come. */
const linkOf = (line: SfuLine | undefined) => (line?.state() === 'lost' ? 'lost' : 'connecting')
