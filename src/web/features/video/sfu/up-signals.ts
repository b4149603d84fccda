import type { CallCandidate } from '#contract/video/candidates.ts'
import type { ToSfu } from '#contract/video/sfu.ts'
import { type Candidate, candidateOf } from '../peer/candidate.ts'

/** What is needed of an RTCPeerConnection to offer what is sent. */
type Offering = Pick<
  RTCPeerConnection,
  | 'addEventListener'
  | 'signalingState'
  | 'connectionState'
  | 'localDescription'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'restartIce'
>

type Told = {
  /** Answers whether it was sent. */
  say: (said: ToSfu) => boolean
  /** What each part of the description shows. */
  tracks: () => Extract<ToSfu, { offer: string }>['tracks']
  onFailure: (error: unknown) => void
}

export type UpSignals = {
  /** `number` is that of the offer it answers. */
  hear(answer: string, number?: number): Promise<void>
  comeBack(): void
  close(): void
}

/** An offer without an answer for this long is said again: the server drops what comes too fast, and may have restarted. */
const ANSWER_MS = 8_000
/** As often as this without an answer there will be none. */
const SAID_MOST = 4

/**
 * Offers what this browser sends, and every change of it. One offer waits for its answer at a time: the browser asks for the
 * next one itself once it has it.
 */
export function offerUp(pc: Offering, { say, tracks, onFailure }: Told): UpSignals {
  let early: (CallCandidate | null)[] | undefined = []
  let waiting: ReturnType<typeof setTimeout> | undefined
  let times = 0
  let number = 0
  let last = Promise.resolve()

  const isWaiting = () => pc.signalingState === 'have-local-offer'
  const sayOffer = () => {
    clearTimeout(waiting)
    waiting = setTimeout(repeat, ANSWER_MS)
    // Without a server there is no answer to expect, and media go on.
    if (say({ offer: pc.localDescription?.sdp ?? '', number, tracks: tracks() })) times += 1
  }
  const repeat = () => {
    if (!isWaiting()) return
    if (times < SAID_MOST) sayOffer()
    else onFailure(new Error('There is no answer to what is sent'))
  }
  const offer = async () => {
    times = 0
    number += 1
    await pc.setLocalDescription()
    sayOffer()
    const found = early ?? []
    early = undefined
    for (const candidate of found) say({ way: 'up', candidate })
  }
  pc.addEventListener('negotiationneeded', () => {
    early ??= []
    void offer().catch(onFailure)
  })
  pc.addEventListener('icecandidate', ({ candidate }: { candidate: Candidate | null }) => {
    const found = candidateOf(candidate)
    // A candidate belongs to an offer that was said.
    if (early) early.push(found)
    else say({ way: 'up', candidate: found })
  })
  pc.addEventListener('connectionstatechange', () => {
    if (pc.connectionState === 'failed') pc.restartIce()
  })
  const take = async (answer: string, to: number) => {
    // The second answer to an offer that was said twice.
    if (!isWaiting() || to !== number) return
    clearTimeout(waiting)
    await pc.setRemoteDescription({ type: 'answer', sdp: answer })
  }
  return {
    hear: (answer, to = number) => (last = last.then(() => take(answer, to)).catch(onFailure)),
    comeBack() {
      times = 0
      if (isWaiting()) sayOffer()
      else if (pc.connectionState !== 'connected') pc.restartIce()
    },
    close: () => clearTimeout(waiting),
  }
}
