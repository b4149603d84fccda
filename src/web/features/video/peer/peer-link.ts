import type { CallSignal, Joined } from '#contract/video/signals.ts'
import { watchLine } from './line-stats.ts'
import { negotiate } from './negotiation.ts'
import { ENCODINGS, type Quality, type VideoStep } from './quality.ts'

/** What a browser sends to the others. */
export type Outgoing = {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  screen: MediaStreamTrack | null
}

/** What comes from another browser. */
export type Incoming = { camera: MediaStream | null; screen: MediaStream | null }

/**
 * - `connecting`: for the first time
 * - `connected`
 * - `lost`: it was connected, and is looked for again
 */
export type LinkState = 'connecting' | 'connected' | 'lost'

export type PeerLink = {
  send(outgoing: Outgoing): void
  hear(signal: CallSignal): void
  comeBack(): void
  /** Sends the camera again, a little of it, on a line that did not take it before. */
  showAgain(): void
  close(): void
}

type Told = {
  say: (signal: CallSignal) => void
  onIncoming: (incoming: Incoming) => void
  onState: (state: LinkState) => void
  /** How good the line is, and how much video it takes. */
  onQuality: (quality: Quality, step: VideoStep) => void
  /** Another link has to take its place; `offer` is the other side's first, if it has opened its own. */
  onBroken: (offer?: CallSignal) => void
  onFailure: (error: unknown) => void
}

/** A connection to one other browser: what is sent, what comes, and how good it is. */
export function openLink(
  { iceServers, polite }: { iceServers: Joined['iceServers']; polite: boolean },
  { say, onIncoming, onState, onQuality, onBroken, onFailure }: Told,
): PeerLink {
  const pc = new RTCPeerConnection({ iceServers })
  // Something to connect for: two people without camera and microphone see at least that they are connected.
  pc.createDataChannel('line', { negotiated: true, id: 0 })
  // Two streams, by which the other side tells a face from a screen.
  const face = new MediaStream()
  const screen = new MediaStream()
  const senders: { [Kind in keyof Outgoing]?: RTCRtpSender } = {}
  const streams = new Map<string, MediaStream>()
  let theirScreen: string | null = null
  let sharesScreen = false

  const tellIncoming = () => {
    const shared = theirScreen === null ? undefined : streams.get(theirScreen)
    const camera = [...streams.values()].find(({ id }) => id !== theirScreen)
    onIncoming({ camera: camera ?? null, screen: shared ?? null })
  }
  const negotiation = negotiate(pc, {
    polite,
    send: say,
    screenId: () => (sharesScreen ? screen.id : null),
    onScreen: (screenId) => {
      theirScreen = screenId
      tellIncoming()
    },
    onBroken,
    onFailure,
  })
  pc.addEventListener('track', ({ streams: [stream] }) => {
    if (!stream) return
    streams.set(stream.id, stream)
    stream.addEventListener('removetrack', () => {
      if (stream.getTracks().length === 0) streams.delete(stream.id)
      tellIncoming()
    })
    tellIncoming()
  })
  let wasConnected = false
  pc.addEventListener('connectionstatechange', () => {
    wasConnected ||= pc.connectionState === 'connected'
    if (pc.connectionState === 'connected') onState('connected')
    else onState(wasConnected ? 'lost' : 'connecting')
  })
  let camera: MediaStreamTrack | null = null
  const watching = watchLine(pc, {
    onQuality: (quality, step) => {
      // The others may have a line that takes it: its person need not switch it off.
      if (step === 'off' && senders.video?.track) put('video', null, face)
      onQuality(quality, step)
    },
    limit: (step) => void setEncoding(senders.video, ENCODINGS[step]).catch(onFailure),
    onFailure,
  })

  const put = (kind: keyof Outgoing, track: MediaStreamTrack | null, stream: MediaStream) => {
    const sender = senders[kind]
    if (sender) void sender.replaceTrack(track).catch(onFailure)
    else if (track) senders[kind] = pc.addTrack(track, stream)
  }
  const showAgain = () => {
    put('video', camera, face)
    if (camera) watching.showAgain()
  }
  return {
    send(outgoing) {
      put('audio', outgoing.audio, face)
      // Another camera is a wish of its person. A hand or a muted voice does not ask for another try of a line that takes no video.
      const isNew = outgoing.video !== camera
      camera = outgoing.video
      if (isNew) showAgain()
      sharesScreen = outgoing.screen !== null
      if (sharesScreen) put('screen', outgoing.screen, screen)
      else if (senders.screen) {
        pc.removeTrack(senders.screen)
        delete senders.screen
      }
    },
    hear: (signal) => void negotiation.hear(signal),
    comeBack: () => negotiation.comeBack(),
    showAgain,
    close() {
      watching.close()
      pc.close()
    },
  }
}

async function setEncoding(
  sender: RTCRtpSender | undefined,
  limits: RTCRtpEncodingParameters,
): Promise<void> {
  const parameters = sender?.getParameters()
  // Until something was sent there is nothing to limit.
  if (!sender || !parameters?.encodings?.length) return
  parameters.encodings = parameters.encodings.map((encoding) => ({ ...encoding, ...limits }))
  await sender.setParameters(parameters)
}
