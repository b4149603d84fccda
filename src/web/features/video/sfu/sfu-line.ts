import type { PeerId } from '#contract/values.ts'
import type { FromSfu, SfuTrack, ToSfu } from '#contract/video/sfu.ts'
import type { Joined } from '#contract/video/signals.ts'
import { watchLine } from '../peer/line-stats.ts'
import type { Incoming, LinkState, Outgoing } from '../peer/peer-link.ts'
import { type Quality, type VideoStep, watchReceived } from '../peer/quality.ts'
import { canRestart } from '../peer/revival.ts'
import { answerDown } from './down-signals.ts'
import { type Streams, streamsOf } from './incoming.ts'
import { receivedSampler } from './received.ts'
import { createSender } from './sender.ts'
import { watchSilence } from './silence.ts'
import { offerUp } from './up-signals.ts'

/** A pair of connections to the SFU: what this browser sends, and what the others do. */
export type SfuLine = {
  hear(said: FromSfu): void
  send(outgoing: Outgoing): void
  incomingOf(peerId: PeerId): Incoming | undefined
  /** Nothing arrives of them any more. */
  isSilent(peerId: PeerId): boolean
  state(): LinkState
  comeBack(): void
  close(): void
}

type Told = {
  /** Answers whether it was sent. */
  say: (said: ToSfu) => boolean
  /** Another picture, another state. */
  onChange: () => void
  onQuality: (quality: Quality, step: VideoStep) => void
  /** How good what arrives is, and how much video can be asked for. */
  onReceived: (quality: Quality, step: VideoStep) => void
  /** It will not work any more: another has to take its place. */
  onBroken: () => void
  onFailure: (error: unknown) => void
}

/** A connection that is lost as often as this without having been there in between is not looked for again. */
const LOST_MOST = 3

export function openSfuLine(
  { iceServers, outgoing: first }: { iceServers: Joined['iceServers']; outgoing: Outgoing },
  { say, onChange, onQuality, onReceived, onBroken, onFailure }: Told,
): SfuLine {
  const up = new RTCPeerConnection({ iceServers })
  const down = new RTCPeerConnection({ iceServers })
  let streams: Streams = new Map()
  let carried: readonly SfuTrack[] = []
  let wasConnected = false
  let isClosed = false
  let { video } = first

  const fail = (error: unknown) => {
    if (isClosed) return
    onFailure(error)
    onBroken()
  }
  const sender = createSender(up, onFailure)
  const offering = offerUp(up, { say, tracks: sender.tracks, onFailure: fail })
  const answering = answerDown(down, {
    say,
    onTracks: (tracks) => {
      carried = tracks
      const places = down.getTransceivers()
      streams = streamsOf(tracks, (mid) => places.find((place) => place.mid === mid)?.receiver.track, streams)
      onChange()
    },
    onFailure: fail,
  })
  const watching = watchLine(up, { onQuality, limit: sender.limit, onFailure })
  const ownerOf = (mid: string) => carried.find((track) => track.mid === mid)?.peerId
  let wasStep: VideoStep | undefined
  const receiving = watchLine(
    down,
    {
      onQuality(quality, step) {
        // Of what comes again nothing has arrived for a while.
        if (wasStep === 'off' && step !== 'off') silence.beginAgain()
        wasStep = step
        onReceived(quality, step)
      },
      onFailure,
    },
    { sample: receivedSampler(ownerOf), next: watchReceived },
  )
  const silence = watchSilence(down, { onChange, onFailure })
  for (const pc of [up, down]) {
    let losses = 0
    pc.addEventListener('connectionstatechange', () => {
      if (pc.connectionState === 'connected') losses = 0
      if (pc.connectionState === 'failed') losses += 1
      wasConnected ||= isConnected()
      onChange()
      const isDead = losses > 0 && !canRestart(pc.localDescription, pc.remoteDescription)
      if (isDead || losses >= LOST_MOST) onBroken()
    })
  }
  // Nothing comes down as long as nobody else is there.
  const isConnected = () => up.connectionState === 'connected' && down.connectionState === 'connected'
  sender.send(first)

  return {
    hear(said) {
      if ('renew' in said) onBroken()
      else if ('answer' in said) void offering.hear(said.answer, said.number)
      else void answering.hear(said)
    },
    send(sent) {
      if (sent.video && sent.video !== video) watching.showAgain()
      video = sent.video
      sender.send(sent)
    },
    incomingOf: (peerId) => streams.get(peerId),
    isSilent: (peerId) =>
      silence.isOn(carried.filter((track) => track.peerId === peerId).map(({ mid }) => mid)),
    state: () => (isConnected() ? 'connected' : wasConnected ? 'lost' : 'connecting'),
    comeBack() {
      offering.comeBack()
      answering.comeBack()
    },
    close() {
      isClosed = true
      watching.close()
      receiving.close()
      silence.close()
      offering.close()
      answering.close()
      up.close()
      down.close()
    },
  }
}
