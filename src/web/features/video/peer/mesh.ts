import type { PeerId } from '#contract/values.ts'
import type { CallSignal, Joined } from '#contract/video/signals.ts'
import { type Line, type MediaWay, NEW_LINE } from './media-way.ts'
import { type Outgoing, type PeerLink, openLink } from './peer-link.ts'
import type { VideoStep } from './quality.ts'

export type Mesh = MediaWay & { hear(from: PeerId, signal: CallSignal): void }

type Options = {
  self: PeerId
  /** As the server named them last. */
  iceServers: () => Joined['iceServers']
  outgoing: Outgoing
  /** The call went another way before: the others may have said something before this was here to hear it. */
  isLate: boolean
}

type Told = {
  say: (to: PeerId, signal: CallSignal) => void
  onChange: () => void
  onFailure: (error: unknown) => void
}

/** After as many good samples without video a line is tried again: a minute. */
const GOOD_WITHOUT = 30

/** As many signals, the latest, wait for the list with who said them: some dozens come of each. */
const MOST_EARLY = 300

/** The pause before a link takes the place of one that failed: in a browser without a network each fails at once. */
const REPLACE_MS = 1_000

const AT_FIRST: Line = { ...NEW_LINE, quality: 'good' }

/** A line from each browser to each other. */
export function openMesh(
  { self, iceServers, outgoing: first, isLate }: Options,
  { say, onChange, onFailure }: Told,
  open = openLink,
): Mesh {
  const links = new Map<PeerId, PeerLink>()
  const lines = new Map<PeerId, Line>()
  const steps = new Map<PeerId, VideoStep>()
  /** How many good samples in a row a line had without video. */
  const rested = new Map<PeerId, number>()
  const replacing = new Map<PeerId, ReturnType<typeof setTimeout>>()
  let outgoing = first
  let early: (readonly [from: PeerId, signal: CallSignal])[] = []

  const change = (other: PeerId, what: Partial<Line>) => {
    lines.set(other, { ...(lines.get(other) ?? AT_FIRST), ...what })
    onChange()
  }
  const openTo = (other: PeerId): PeerLink => {
    const isCurrent = () => links.get(other) === link
    const link = open(
      { iceServers: iceServers(), polite: self < other },
      {
        say: (signal) => isCurrent() && say(other, signal),
        onIncoming: (incoming) => change(other, incoming),
        onCameraHeld: (isCameraHeld) => change(other, { isCameraHeld }),
        onState: (state) => {
          // One in place of another goes on looking for the same person.
          const wasLost = lines.get(other)?.link === 'lost'
          change(other, { link: wasLost && state === 'connecting' ? 'lost' : state })
        },
        onQuality: (quality, step) => {
          steps.set(other, step)
          rested.set(other, step === 'off' && quality === 'good' ? (rested.get(other) ?? 0) + 1 : 0)
          if (rested.get(other) === GOOD_WITHOUT && outgoing.video) links.get(other)?.showAgain()
          change(other, { quality })
        },
        onBroken: (offer) => {
          if (!isCurrent()) return
          if (offer) replace(other).hear(offer)
          else replaceSoon(other)
        },
        onFailure,
      },
    )
    links.set(other, link)
    link.send(outgoing)
    return link
  }
  const linkTo = (other: PeerId): PeerLink => {
    const known = links.get(other)
    if (known) return known
    const link = openTo(other)
    if (isLate) askIfPolite(other, link)
    return link
  }
  // Only the impolite side begins.
  const askIfPolite = (other: PeerId, link: PeerLink) => self < other && link.comeBack()
  const replace = (other: PeerId) => {
    stopReplacing(other)
    links.get(other)?.close()
    return openTo(other)
  }
  const replaceSoon = (other: PeerId) => {
    if (replacing.has(other)) return
    const timer = setTimeout(() => {
      stopReplacing(other)
      if (lines.get(other)?.link !== 'connected') askIfPolite(other, replace(other))
    }, REPLACE_MS)
    replacing.set(other, timer)
  }
  const stopReplacing = (other: PeerId) => {
    clearTimeout(replacing.get(other))
    replacing.delete(other)
  }
  return {
    meet(others) {
      for (const [other, link] of links) {
        if (others.includes(other)) continue
        link.close()
        stopReplacing(other)
        for (const known of [links, lines, steps, rested]) known.delete(other)
      }
      for (const other of others) linkTo(other)
      const heard = early
      early = heard.filter(([from]) => !links.has(from))
      for (const [from, signal] of heard) links.get(from)?.hear(signal)
    },
    // Somebody can be heard before the list with them is here. Until then nothing is sent to them: they may also be somebody
    // who was removed a moment ago.
    hear(from, signal) {
      const link = links.get(from)
      if (link) link.hear(signal)
      else early = [...early, [from, signal] as const].slice(-MOST_EARLY)
    },
    lineOf: (other) => lines.get(other),
    // One slow line of several is another's: it alone goes without video.
    isSlow: () => steps.size > 0 && [...steps.values()].every((step) => step === 'off'),
    quality: () => undefined,
    send(sent) {
      outgoing = sent
      links.forEach((link) => link.send(outgoing))
    },
    showSizes: () => undefined,
    comeBack: () => links.forEach((link) => link.comeBack()),
    close() {
      for (const [other, link] of links) {
        link.close()
        stopReplacing(other)
      }
      links.clear()
      early = []
    },
  }
}
