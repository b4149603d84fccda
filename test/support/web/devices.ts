import { vi } from 'vitest'
import { FakeStream } from './connections.ts'

/** A device that is plugged in. */
type Plugged = { kind: MediaDeviceKind; deviceId: string; label: string }

/** What a camera or microphone gives, or a screen. */
export class FakeDeviceTrack extends EventTarget {
  enabled = true
  readyState = 'live'
  applied: unknown[] = []
  readonly kind: string
  readonly deviceId: string
  readonly capabilities: object
  constructor(kind: string, deviceId: string, capabilities: object = {}) {
    super()
    this.kind = kind
    this.deviceId = deviceId
    this.capabilities = capabilities
  }
  getSettings = () => ({ deviceId: this.deviceId })
  getCapabilities = () => this.capabilities
  applyConstraints = (constraints: unknown) => Promise.resolve(void this.applied.push(constraints))
  stop = () => {
    this.readyState = 'ended'
  }
  unplug() {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }
}

export const microphone = (deviceId: string): Plugged => ({
  kind: 'audioinput',
  deviceId,
  label: `Mic ${deviceId}`,
})
export const camera = (deviceId: string): Plugged => ({
  kind: 'videoinput',
  deviceId,
  label: `Camera ${deviceId}`,
})
/** A refusal of a browser. */
export const failure = (name: string, message = '') => Object.assign(new Error(message), { name })

type Asked = { deviceId?: { exact: string } } | false

/** Devices as a browser gives them: the first one unless another is named exactly, one at a time as on a phone. */
export class FakeDevices extends EventTarget {
  plugged = [microphone('default'), microphone('usb'), camera('front'), camera('back')]
  capabilities: object = {}
  questions = 0
  given: FakeDeviceTrack[] = []
  screen: () => Promise<unknown> = () => Promise.reject(failure('NotAllowedError'))
  /** What was given and is still open. */
  open = () => this.given.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind)
  enumerateDevices = () => Promise.resolve(this.plugged)
  getDisplayMedia = () => this.screen()
  getUserMedia = ({ audio = false, video = false }: { audio?: Asked; video?: Asked }) => {
    this.questions += 1
    try {
      const tracks = [...this.#open('audioinput', audio), ...this.#open('videoinput', video)]
      this.given.push(...tracks)
      const of = (kind: string) => tracks.filter((track) => track.kind === kind)
      return Promise.resolve({ getAudioTracks: () => of('audio'), getVideoTracks: () => of('video') })
    } catch (error) {
      return Promise.reject(error)
    }
  }
  #open(kind: MediaDeviceKind, asked: Asked): FakeDeviceTrack[] {
    if (asked === false) return []
    const all = this.plugged.filter((device) => device.kind === kind)
    if (all.length === 0) throw failure('NotFoundError')
    const { exact = all[0]!.deviceId } = asked.deviceId ?? {}
    if (!all.some(({ deviceId }) => deviceId === exact)) throw failure('OverconstrainedError')
    const ofKind = kind === 'audioinput' ? 'audio' : 'video'
    const isTaken = this.given.some(
      (track) => track.kind === ofKind && track.readyState === 'live' && track.deviceId !== exact,
    )
    if (isTaken) throw failure('NotReadableError')
    return [new FakeDeviceTrack(ofKind, exact, this.capabilities)]
  }
}

/** Plays and measures nothing. */
class SilentAudio {
  state = 'running'
  createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined })
  createMediaStreamSource = () => ({ connect: () => undefined, disconnect: () => undefined })
  close = () => Promise.resolve()
}

/** Puts such devices in place of the browser's, until `vi.unstubAllGlobals`. */
export function stubDevices(): FakeDevices {
  const devices = new FakeDevices()
  const get = (all: Navigator, name: string) => (name === 'mediaDevices' ? devices : Reflect.get(all, name))
  vi.stubGlobal('navigator', new Proxy(navigator, { get }))
  vi.stubGlobal('isSecureContext', true)
  return devices
}

/** The same for a screen, whose pictures show nothing and make no sound. */
export function stubDevicesOfScreen(): FakeDevices {
  vi.stubGlobal('AudioContext', SilentAudio)
  vi.stubGlobal('MediaStream', FakeStream)
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  return stubDevices()
}
