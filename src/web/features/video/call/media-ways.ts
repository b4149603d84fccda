import type { CallPeer, CallRoute } from '#contract/video/calls.ts'
import { type Line, type MediaWay, NEW_LINE, type Sizes } from '../peer/media-way.ts'
import type { Mesh } from '../peer/mesh.ts'
import type { Outgoing } from '../peer/peer-link.ts'
import type { Quality } from '../peer/quality.ts'
import type { SfuWay } from '../sfu/sfu-way.ts'

type Ways = { direct: Mesh; sfu: SfuWay }

/** What decides whether a person is shown as one way has them. */
type Shown = Pick<CallPeer, 'peerId' | 'media'>

type Start = {
  outgoing: Outgoing
  /** The call went another way before. */
  isLate: boolean
  onChange: () => void
}

export type MediaWays = {
  /** The way the call takes now, and who else is in it. */
  take(route: CallRoute, others: readonly Shown[]): void
  /** A way that is open: the one the call takes, or the one it took a moment ago. */
  get<Route extends CallRoute>(route: Route): Ways[Route] | undefined
  lineOf(other: Shown): Line
  isSlow(): boolean
  quality(): Quality | undefined
  send(outgoing: Outgoing): void
  showSizes(sizes: Sizes): void
  comeBack(): void
  close(): void
}

/** How often it is looked at whether an old way is still needed, and for how many looks it stays. */
const LOOK_MS = 500
/** Once everybody is here: others may still have this browser on the old way alone. */
const LOOKS_AFTER = 4
const LOOKS_MOST = 60

/** Whether they say that they send something. */
const isSending = ({ media }: Shown) => media.audio || media.video || media.screen

/** Whether somebody is here on a line, with the picture they send. */
function isHere({ media }: Shown, line: Line | undefined): boolean {
  if (line?.link !== 'connected') return false
  // A track is muted until something of it arrived.
  return !media.video || (line.camera?.getVideoTracks().some(({ muted }) => !muted) ?? false)
}

/** The line on which somebody is shown while a call changes its way: the new one, once they are here on it. */
export function shownLine(other: Shown, now: Line | undefined, before: Line | undefined): Line {
  if (before?.link === 'connected' && !isHere(other, now)) return before
  return now ?? before ?? NEW_LINE
}

/**
 * The ways of a call's media: one at a time, but for a change in the middle of the call. The old way is left when everybody is
 * here on the new one, or at once where nobody is on the old one.
 */
export function createWays(
  open: { [Route in CallRoute]: (start: Start) => Ways[Route] },
  { outgoing: first, onChange }: { outgoing: Outgoing; onChange: () => void },
): MediaWays {
  let now: { route: CallRoute; way: MediaWay } | undefined
  let before: { route: CallRoute; way: MediaWay } | undefined
  let outgoing = first
  let sizes: Sizes = []
  let others: readonly Shown[] = []
  let looking: ReturnType<typeof setInterval> | undefined

  const leave = () => {
    clearInterval(looking)
    before?.way.close()
    before = undefined
  }
  const isOn = (each: typeof now, other: Shown) => each?.way.lineOf(other.peerId)?.link === 'connected'
  const leaveIfDead = () => {
    if (before && !others.some((other) => isOn(before, other))) leave()
  }
  const look = () => {
    let looks = 0
    let after = 0
    looking = setInterval(() => {
      looks += 1
      if (others.every((other) => isHere(other, now?.way.lineOf(other.peerId)))) after += 1
      if (after > LOOKS_AFTER || looks > LOOKS_MOST) leave()
      else leaveIfDead()
      onChange()
    }, LOOK_MS)
  }
  const change = (route: CallRoute) => {
    leave()
    before = now
    const isLate = before !== undefined
    now = { route, way: open[route]({ outgoing, isLate, onChange }) }
    if (sizes.length > 0) now.way.showSizes(sizes)
    if (isLate) look()
  }
  return {
    take(route, present) {
      others = present
      if (now?.route !== route) change(route)
      const ids = others.map(({ peerId }) => peerId)
      now?.way.meet(ids)
      // Nobody is met for the first time on a way that is left.
      const old = before?.way
      old?.meet(ids.filter((id) => old.lineOf(id)))
      leaveIfDead()
    },
    get: (route) => [now, before].find((each) => each?.route === route)?.way as never,
    lineOf(other) {
      const line = shownLine(other, now?.way.lineOf(other.peerId), before?.way.lineOf(other.peerId))
      return line.isSilent && line.link === 'connected' && isSending(other) ? { ...line, link: 'lost' } : line
    },
    isSlow: () => now?.way.isSlow() ?? false,
    quality: () => now?.way.quality(),
    send(sent) {
      outgoing = sent
      now?.way.send(outgoing)
      before?.way.send(outgoing)
    },
    showSizes(shown) {
      sizes = shown
      now?.way.showSizes(sizes)
    },
    comeBack: () => now?.way.comeBack(),
    close() {
      leave()
      now?.way.close()
      now = undefined
    },
  }
}
