import type { CallCandidate } from '#contract/video/candidates.ts'
import type { FromSfu, SfuTrack, ToSfu } from '#contract/video/sfu.ts'
import { type Candidate, candidateOf } from '../peer/candidate.ts'

/** What is needed of an RTCPeerConnection to answer. */
type Answering = Pick<
  RTCPeerConnection,
  'addEventListener' | 'connectionState' | 'localDescription' | 'setLocalDescription' | 'setRemoteDescription'
>

type Told = {
  say: (said: ToSfu) => void
  /** The others' tracks, once this browser takes them. */
  onTracks: (tracks: readonly SfuTrack[]) => void
  onFailure: (error: unknown) => void
}

type Offer = Extract<FromSfu, { offer: string }>

export type DownSignals = {
  hear(offer: Offer): Promise<void>
  comeBack(): void
  close(): void
}

/** A lost connection without an offer for this long is told again: the server drops what comes too fast, and may have restarted. */
const OFFER_MS = 8_000

/** Answers what the SFU offers of the others. Of offers that wait only the last one counts. */
export function answerDown(pc: Answering, { say, onTracks, onFailure }: Told): DownSignals {
  let next: Offer | undefined
  let early: (CallCandidate | null)[] | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let last = Promise.resolve()

  pc.addEventListener('icecandidate', ({ candidate }: { candidate: Candidate | null }) => {
    const found = candidateOf(candidate)
    // A candidate belongs to an answer that was said.
    if (early) early.push(found)
    else say({ way: 'down', candidate: found })
  })
  const again = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => pc.connectionState === 'failed' && again(), OFFER_MS)
    say({ again: 'down' })
  }
  pc.addEventListener('connectionstatechange', () => {
    if (pc.connectionState === 'failed') again()
  })
  const take = async () => {
    if (!next) return
    const { offer, number, tracks } = next
    next = undefined
    clearTimeout(waiting)
    early ??= []
    await pc.setRemoteDescription({ type: 'offer', sdp: offer })
    await pc.setLocalDescription()
    say({ answer: pc.localDescription?.sdp ?? '', ...(number !== undefined && { number }) })
    const found = early
    early = undefined
    for (const candidate of found) say({ way: 'down', candidate })
    onTracks(tracks)
  }
  return {
    hear(offer) {
      next = offer
      return (last = last.then(take).catch(onFailure))
    },
    // The server offers again by itself what it may have said or heard while nobody was there.
    comeBack: () => pc.connectionState === 'failed' && again(),
    close: () => clearTimeout(waiting),
  }
}
