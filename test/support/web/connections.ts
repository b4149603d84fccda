import { vi } from 'vitest'

let made = 0

/** A track: whether something of it arrived. */
export class FakeTrack {
  muted = false
  readonly id = `track ${(made += 1)}`
  readonly kind: string
  constructor(kind = 'video') {
    this.kind = kind
  }
}

/** A stream of tracks. */
export class FakeStream {
  readonly #tracks: FakeTrack[]
  constructor(tracks: FakeTrack[] = []) {
    this.#tracks = tracks
  }
  getTracks = () => this.#tracks
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio')
}

/** A data channel, open once its connection is. */
class FakeChannel extends EventTarget {
  readyState = 'connecting'
  said: string[] = []
  send = (text: string) => void this.said.push(text)
  open(): void {
    this.readyState = 'open'
    this.dispatchEvent(new Event('open'))
  }
  hear(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

/** A place for a track in a connection; it has its `mid` once it was described. */
export class FakePlace {
  mid: string | null = null
  direction: string
  encodings: RTCRtpEncodingParameters[]
  sender = {
    track: null as unknown,
    replaceTrack: (track: unknown) => {
      this.sender.track = track
      return Promise.resolve()
    },
    getParameters: () => ({ encodings: this.encodings }),
    setParameters: ({ encodings }: { encodings: RTCRtpEncodingParameters[] }) => {
      this.encodings = encodings
      return Promise.resolve()
    },
  }
  receiver: { track: FakeTrack }
  constructor(direction: string, encodings: RTCRtpEncodingParameters[], kind: string) {
    this.direction = direction
    this.encodings = encodings
    this.receiver = { track: new FakeTrack(kind) }
  }
  setCodecPreferences = () => undefined
}

/**
 * As much of an RTCPeerConnection as a line to an SFU needs: the states of RFC 8829 §3.2, and refusals where a browser refuses.
 * Descriptions are counted. An offer from outside names a part for each word of it.
 */
export class FakeConnection extends EventTarget {
  /** All that were opened since `stubConnections`, in order. */
  static opened: FakeConnection[] = []
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: { type: string; sdp: string } | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  places: FakePlace[] = []
  restarts = 0
  isClosed = false
  #made = 0

  constructor() {
    super()
    FakeConnection.opened.push(this)
  }
  need(): void {
    this.dispatchEvent(new Event('negotiationneeded'))
  }
  find(candidate: string | null): void {
    const found = candidate === null ? null : { candidate, sdpMid: '0', sdpMLineIndex: 0 }
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate: found }))
  }
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
  setLocalDescription(): Promise<void> {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    this.#made += 1
    this.localDescription = { type, sdp: `${type} ${this.#made}` }
    this.signalingState = type === 'answer' ? 'stable' : 'have-local-offer'
    this.places.forEach((place, at) => (place.mid ??= String(at)))
    return Promise.resolve()
  }
  setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') {
      return Promise.reject(new Error(`An answer in ${this.signalingState}`))
    }
    if (description.sdp === 'broken') return Promise.reject(new Error('It cannot be read'))
    this.remoteDescription = description
    this.signalingState = description.type === 'answer' ? 'stable' : 'have-remote-offer'
    if (description.type === 'offer') this.#takePlaces(description.sdp ?? '')
    return Promise.resolve()
  }
  #takePlaces(offer: string): void {
    for (const mid of offer.split(' ')) {
      if (this.places.some((place) => place.mid === mid)) continue
      const place = new FakePlace('recvonly', [], mid.startsWith('a') ? 'audio' : 'video')
      place.mid = mid
      this.places.push(place)
    }
  }
  addTransceiver(
    what: string | FakeTrack,
    { direction, sendEncodings = [{}] }: { direction: string; sendEncodings?: RTCRtpEncodingParameters[] },
  ): FakePlace {
    const kind = typeof what === 'string' ? what : what.kind
    const place = new FakePlace(direction, sendEncodings, kind)
    if (typeof what !== 'string') place.sender.track = what
    this.places.push(place)
    return place
  }
  addTrack = (track: FakeTrack) => this.addTransceiver(track, { direction: 'sendrecv' }).sender
  getTransceivers = () => this.places
  getStats = (): Promise<Map<string, object>> => Promise.resolve(new Map())
  line = new FakeChannel()
  createDataChannel = () => this.line
  restartIce(): void {
    this.restarts += 1
    this.need()
  }
  close(): void {
    this.isClosed = true
  }
}

/** What a connection counts that loses this part of what it sends; more each time it is asked. */
export function losing(part: () => number): () => Promise<Map<string, object>> {
  const counted = { packetsSent: 0, packetsLost: 0 }
  return () => {
    counted.packetsSent += 100
    counted.packetsLost += 100 * part()
    const { packetsSent, packetsLost } = counted
    return Promise.resolve(
      new Map([
        ['sent', { type: 'outbound-rtp', packetsSent }],
        ['received', { type: 'remote-inbound-rtp', packetsLost }],
      ]),
    )
  }
}

/** Browsers' connections for a test. */
export function stubConnections(): typeof FakeConnection {
  FakeConnection.opened = []
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
  vi.stubGlobal('RTCRtpSender', { getCapabilities: () => null })
  vi.stubGlobal('MediaStream', FakeStream)
  return FakeConnection
}
