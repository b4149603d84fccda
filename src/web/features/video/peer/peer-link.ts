import type { CallSignal, Joined } from '#contract/video/signals.ts'
import { watchLine } from './line-stats.ts'
import { negotiate } from './negotiation.ts'
import { createLimit, within } from './encoding.ts'
import { ENCODINGS, type Quality, SCREEN_ENCODINGS, type VideoStep } from './quality.ts'

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
  /** Whether the other side keeps its camera back, because the line does not take it. */
  onCameraHeld: (isHeld: boolean) => void
  onState: (state: LinkState) => void
  /** How good the line is, and how much video it takes. */
  onQuality: (quality: Quality, step: VideoStep) => void
  /** Another link has to take its place; `offer` is the other side's first, if it has opened its own. */
  onBroken: (offer?: CallSignal) => void
  onFailure: (error: unknown) => void
}

// What is said over the line.
const HELD = 'camera held'
const SHOWN = 'camera shown'

/** A connection to one other browser: what is sent, what comes, and how good it is. */
export function openLink(
  { iceServers, polite }: { iceServers: Joined['iceServers']; polite: boolean },
  { say, onIncoming, onCameraHeld, onState, onQuality, onBroken, onFailure }: Told,
): PeerLink {
  const pc = new RTCPeerConnection({ iceServers })
  // Something to connect for: two people without camera and microphone see at least that they are connected.
  const line = pc.createDataChannel('line', { negotiated: true, id: 0 })
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
  // Without being told, the other side would show the last picture for ever.
  let isHeld = false
  const hold = (held: boolean) => {
    isHeld = held
    if (line.readyState === 'open') line.send(isHeld ? HELD : SHOWN)
  }
  line.addEventListener('open', () => hold(isHeld))
  line.addEventListener('message', ({ data }) => onCameraHeld(data === HELD))
  const limit = createLimit(onFailure)
  let steps: { camera: VideoStep; screen: VideoStep } = { camera: 'full', screen: 'full' }
  const limitAll = () => {
    if (steps.camera !== 'off') limit(senders.video, within(ENCODINGS[steps.camera]))
    limit(senders.screen, within(SCREEN_ENCODINGS[steps.screen]))
  }
  let wasConnected = false
  pc.addEventListener('connectionstatechange', () => {
    wasConnected ||= pc.connectionState === 'connected'
    if (pc.connectionState === 'connected') limitAll()
    if (pc.connectionState === 'connected') onState('connected')
    else onState(wasConnected ? 'lost' : 'connecting')
  })
  let camera: MediaStreamTrack | null = null
  const watching = watchLine(pc, {
    onQuality: (quality, now) => {
      // The others may have a line that takes it: its person need not switch it off.
      if (now === 'off' && senders.video?.track) {
        put('video', null, face)
        hold(true)
      }
      onQuality(quality, now)
    },
    limit: (ofCamera, ofScreen) => {
      steps = { camera: ofCamera, screen: ofScreen }
      limitAll()
    },
    onFailure,
  })

  const put = (kind: keyof Outgoing, track: MediaStreamTrack | null, stream: MediaStream) => {
    const sender = senders[kind]
    if (sender) void sender.replaceTrack(track).catch(onFailure)
    else if (track) {
      senders[kind] = pc.addTrack(track, stream)
      limitAll()
    }
  }
  const showAgain = () => {
    put('video', camera, face)
    hold(false)
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
