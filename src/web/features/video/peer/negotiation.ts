import type { CallSignal } from '#contract/video/signals.ts'
import { candidateOf } from './candidate.ts'
import { canRestart, isOfAnother } from './revival.ts'

/** What is needed of an RTCPeerConnection to agree on a connection. */
export type Negotiable = Pick<
  RTCPeerConnection,
  | 'addEventListener'
  | 'signalingState'
  | 'connectionState'
  | 'localDescription'
  | 'remoteDescription'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'addIceCandidate'
  | 'restartIce'
>

export type Negotiation = {
  /** Takes what the other side said, one thing after the other. */
  hear(signal: CallSignal): Promise<void>
  /** This side is back after its line was lost: what it said and what was said to it may be lost. */
  comeBack(): void
}

type Options = {
  /** Of two who offer at the same time the polite one gives way. One side is, the other is not. */
  polite: boolean
  send: (signal: CallSignal) => void
  /** The id of the stream with this side's screen. */
  screenId: () => string | null
  /** The other side's, with each description. */
  onScreen: (screenId: string | null) => void
  /** Another connection has to take the place of this one; `offer` is the other side's first, if it has opened its own. */
  onBroken: (offer?: CallSignal) => void
  onFailure: (error: unknown) => void
}

/**
 * Agrees on a connection and on every change of it, if one side begins and if both do at once ("perfect negotiation", W3C
 * WebRTC 1.0 §10.7). Candidates that arrive before the description they belong to wait for it. A connection that failed is
 * looked for again (ICE restart, RFC 8445 §9), or given up where that does not work.
 */
export function negotiate(pc: Negotiable, options: Options): Negotiation {
  const { polite, send, screenId, onScreen, onBroken, onFailure } = options
  let isOffering = false
  let isIgnoring = false
  let takesAnswer = false
  let early: (RTCIceCandidateInit | null)[] = []
  let last = Promise.resolve()

  const sendDescription = () => {
    const { type, sdp } = pc.localDescription ?? {}
    if (type === 'offer' || type === 'answer') {
      send({ description: { type, sdp: sdp ?? '' }, screenId: screenId() })
    }
  }
  const offer = async () => {
    // The first offer is the impolite side's alone. Both begin at the same moment, and a browser that takes its very first
    // offer back may never look for candidates again.
    if (polite && !pc.remoteDescription) return
    try {
      isOffering = true
      await pc.setLocalDescription()
      sendDescription()
    } catch (error) {
      onFailure(error)
    } finally {
      isOffering = false
    }
  }
  pc.addEventListener('negotiationneeded', () => void offer())
  pc.addEventListener('icecandidate', ({ candidate }) => send({ candidate: candidateOf(candidate) }))
  pc.addEventListener('connectionstatechange', () => {
    if (pc.connectionState === 'failed') lookAgain()
  })
  const lookAgain = () => {
    if (canRestart(pc.localDescription, pc.remoteDescription)) pc.restartIce()
    else onBroken()
  }

  const take = async (signal: CallSignal) => {
    if ('again' in signal) return sayAgain()
    if ('candidate' in signal) return takeCandidate(signal.candidate)
    const { description } = signal
    const isReady = !isOffering && (pc.signalingState === 'stable' || takesAnswer)
    isIgnoring = !polite && description.type === 'offer' && !isReady
    if (isIgnoring) return
    // An answer to an offer that was given up since.
    if (description.type === 'answer' && pc.signalingState === 'stable') return
    onScreen(signal.screenId)
    takesAnswer = description.type === 'answer'
    try {
      await pc.setRemoteDescription(description)
    } finally {
      takesAnswer = false
    }
    const waiting = early
    early = []
    // One of a connection that this offer takes the place of belongs to nothing; the answer does not depend on it.
    for (const candidate of waiting) await addCandidate(candidate).catch(onFailure)
    if (description.type === 'offer') {
      await pc.setLocalDescription()
      sendDescription()
    }
  }
  const takeCandidate = async (candidate: RTCIceCandidateInit | null) => {
    if (pc.remoteDescription) await addCandidate(candidate)
    else early.push(candidate)
  }
  const addCandidate = async (candidate: RTCIceCandidateInit | null) => {
    try {
      await pc.addIceCandidate(candidate ?? undefined)
    } catch (error) {
      // Those of an offer that is ignored belong to nothing.
      if (!isIgnoring) throw error
    }
  }
  const sayAgain = () => {
    if (pc.signalingState === 'have-local-offer') sendDescription()
    else if (pc.connectionState !== 'connected') lookAgain()
  }
  return {
    hear(signal) {
      if (!isOfAnother(signal, pc.remoteDescription))
        return (last = last.then(() => take(signal)).catch(onFailure))
      // At once: what comes next belongs to the new one.
      onBroken(signal)
      return last
    },
    comeBack() {
      if (pc.signalingState === 'have-local-offer') sendDescription()
      else send({ again: true })
    },
  }
}
