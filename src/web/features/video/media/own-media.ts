import { type KeptDevice, type KeptDevices, storage } from '#web/storage.ts'
import { type MediaKind, type Problem, problemOf } from './media-problems.ts'

/** The cameras, microphones and speakers of this machine. */
export type Devices = {
  cameras: readonly KeptDevice[]
  microphones: readonly KeptDevice[]
  speakers: readonly KeptDevice[]
}

/** Whether microphone and camera are on, or wanted. */
export type Wanted = { audio: boolean; video: boolean }

/** What this person's camera, microphone and screen give now. */
export type MediaView = {
  /** Null without a microphone. While it is muted it stays open and gives silence, so that it is back at once. */
  audio: MediaStreamTrack | null
  isMuted: boolean
  /** Null while the camera is off: its light is off then. */
  video: MediaStreamTrack | null
  screen: MediaStreamTrack | null
  /** The browser is asking the person. */
  isAsking: boolean
  problems: Partial<Record<MediaKind, Problem>>
  devices: Devices
  chosen: KeptDevices
  /** Whether the browser itself can blur the background of this camera. */
  canBlur: boolean
}

export type OwnMedia = {
  view: () => MediaView
  subscribe: (listener: () => void) => () => void
  /** Asks for what is wanted, in one question where the browser can. */
  start(wanted: Wanted): Promise<void>
  setAudio(on: boolean): Promise<void>
  setVideo(on: boolean): Promise<void>
  choose(kind: 'camera' | 'microphone' | 'speaker', device: KeptDevice): Promise<void>
  setBlur(on: boolean): Promise<void>
  /** Shares a screen the person chooses; nothing happens if they choose none. @throws DOMException if it cannot be had */
  shareScreen(): Promise<void>
  stopSharing(): void
  /** Closes camera, microphone and screen until they are wanted again, and answers what was on or asked for, for `start`. */
  rest(): Wanted
  close(): void
}

/** What a camera is asked for: enough for a large tile, and what every camera has. */
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } }
/** Texts and slides need to be sharp more than smooth. */
const SCREEN_FRAMES = 15

type BlurCapabilities = { backgroundBlur?: boolean[] }

/** What was chosen, by its present id where it has another one since. */
function foundAgain(chosen: KeptDevices, { cameras, microphones, speakers }: Devices): KeptDevices {
  const find = (kept: KeptDevice | undefined, all: readonly KeptDevice[]) =>
    all.find(({ id }) => id === kept?.id) ?? all.find(({ label }) => label === kept?.label) ?? kept
  const microphone = find(chosen.microphone, microphones)
  const camera = find(chosen.camera, cameras)
  const speaker = find(chosen.speaker, speakers)
  return {
    ...chosen,
    ...(microphone && { microphone }),
    ...(camera && { camera }),
    ...(speaker && { speaker }),
  }
}

/** Whether somebody closed the choice of a screen; a browser that its system does not let see the screen says so. */
const isDismissed = (error: unknown) =>
  error instanceof Error && error.name === 'NotAllowedError' && !/system/i.test(error.message)

/** Whether somebody closed the question: they are not asked the same again, one by one. */
const isUnanswered = (error: unknown) =>
  error instanceof Error && error.name === 'NotAllowedError' && /dismissed/i.test(error.message)

/** The person's own camera, microphone and screen, and the devices they chose on this machine. */
export function openOwnMedia(): OwnMedia {
  const listeners = new Set<() => void>()
  const source: MediaDevices | undefined = navigator.mediaDevices
  let isClosed = false
  let view: MediaView = {
    audio: null,
    isMuted: false,
    video: null,
    screen: null,
    isAsking: false,
    problems: {},
    devices: { cameras: [], microphones: [], speakers: [] },
    chosen: storage.readDevices(),
    canBlur: false,
  }
  const show = (change: Partial<MediaView>) => {
    view = { ...view, ...change }
    listeners.forEach((listener) => listener())
  }
  // The last wish wins: a camera that is given after it was switched off again is closed at once.
  const wishes = { audio: 0, video: 0, screen: 0 }
  /** What the browser has not given yet. */
  const isAskedFor = { audio: false, video: false }

  const listDevices = async () => {
    const all = (await source?.enumerateDevices().catch(() => [])) ?? []
    const of = (kind: MediaDeviceKind) =>
      // Before anything is allowed, browsers name none of them.
      all
        .filter((device) => device.kind === kind && device.deviceId !== '' && device.label !== '')
        .map(({ deviceId: id, label }) => ({ id, label }))
    const devices = { cameras: of('videoinput'), microphones: of('audioinput'), speakers: of('audiooutput') }
    show({ devices, chosen: foundAgain(view.chosen, devices) })
  }
  const constraintsOf = (wanted: Wanted, { microphone, camera }: KeptDevices): MediaStreamConstraints => {
    // Only named exactly is a device more than a wish: Chrome prefers the system's.
    const device = (kept: KeptDevice | undefined) => (kept ? { deviceId: { exact: kept.id } } : {})
    return {
      audio: wanted.audio && {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...device(microphone),
      },
      video: wanted.video && { ...PICTURE, ...device(camera) },
    }
  }
  const get = async (wanted: Wanted): Promise<MediaStream> => {
    if (!source) throw new DOMException('No devices', 'TypeError')
    if (view.chosen.microphone ?? view.chosen.camera) await listDevices()
    try {
      return await source.getUserMedia(constraintsOf(wanted, view.chosen))
    } catch (error) {
      // The chosen one is not plugged in: any other. Of two, only one may be missing; each is asked for by itself then.
      const isMissing = error instanceof Error && error.name === 'OverconstrainedError'
      if (!isMissing || (wanted.audio && wanted.video)) throw error
      return source.getUserMedia(constraintsOf(wanted, {}))
    }
  }
  const fail = (kind: MediaKind, error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    show({ problems: { ...view.problems, [kind]: problemOf({ name, message }, isSecureContext) } })
  }
  const works = (kind: MediaKind) => {
    const { [kind]: _gone, ...problems } = view.problems
    show({ problems })
  }
  const takeAudio = (track: MediaStreamTrack | undefined) => {
    if (!track) return
    view.audio?.stop()
    track.enabled = !view.isMuted
    // Unplugged: the system's next one takes its place, if there is one.
    track.addEventListener('ended', () => {
      if (view.audio !== track) return
      show({ audio: null })
      void setAudio(!view.isMuted)
    })
    show({ audio: track })
    works('microphone')
  }
  const takeVideo = async (track: MediaStreamTrack | undefined) => {
    if (!track) return
    view.video?.stop()
    track.addEventListener('ended', () => {
      if (view.video === track) show({ video: null, canBlur: false })
    })
    const { backgroundBlur = [] } = (track.getCapabilities?.() ?? {}) as BlurCapabilities
    const canBlur = backgroundBlur.includes(true) && backgroundBlur.includes(false)
    show({ video: track, canBlur })
    works('camera')
    if (canBlur) await blur(track)
  }
  const blur = (track: MediaStreamTrack) =>
    track
      .applyConstraints({ advanced: [{ backgroundBlur: view.chosen.blur === true }] })
      .catch(() => undefined)

  const ask = async (wanted: Wanted, isAgain = false) => {
    if (!wanted.audio && !wanted.video) return
    // A wish for the one says nothing about the other.
    const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind])
    for (const kind of kinds) {
      wishes[kind] += 1
      isAskedFor[kind] = true
    }
    const mine = { ...wishes }
    show({ isAsking: true })
    const take = async (stream: MediaStream) => {
      const [audio] = stream.getAudioTracks()
      const [video] = stream.getVideoTracks()
      if (audio && (isClosed || mine.audio !== wishes.audio)) audio.stop()
      else takeAudio(audio)
      if (video && (isClosed || mine.video !== wishes.video)) video.stop()
      else await takeVideo(video)
    }
    try {
      await take(await get(wanted))
    } catch (both) {
      if (!wanted.audio || !wanted.video) fail(wanted.audio ? 'microphone' : 'camera', both)
      else if (isUnanswered(both)) for (const kind of ['microphone', 'camera'] as const) fail(kind, both)
      else {
        // One of the two may be there.
        await get({ audio: true, video: false }).then(take, (error: unknown) => fail('microphone', error))
        await get({ audio: false, video: true }).then(take, (error: unknown) => fail('camera', error))
      }
    }
    for (const kind of kinds) if (mine[kind] === wishes[kind]) isAskedFor[kind] = false
    show({ isAsking: false })
    await listDevices()
    // Browsers that name no device before one is allowed: the chosen one has its present id only now.
    const isOther = (
      track: MediaStreamTrack | null,
      kept: KeptDevice | undefined,
      all: readonly KeptDevice[],
    ) =>
      track !== null &&
      kept !== undefined &&
      all.some(({ id }) => id === kept.id) &&
      track.getSettings().deviceId !== kept.id
    if (isAgain || isClosed) return
    const isOtherMicrophone = () => isOther(view.audio, view.chosen.microphone, view.devices.microphones)
    const isOtherCamera = () => isOther(view.video, view.chosen.camera, view.devices.cameras)
    if (wanted.audio && isOtherMicrophone()) await reopen('microphone')
    // The person may have switched it off meanwhile.
    if (wanted.video && isOtherCamera()) await reopen('camera')
  }
  const setAudio = async (on: boolean) => {
    show({ isMuted: !on })
    if (view.audio) {
      view.audio.enabled = on
      return
    }
    if (on) await askFor('audio')
  }
  const askFor = (kind: 'audio' | 'video') => ask({ audio: kind === 'audio', video: kind === 'video' })
  const setVideo = async (on: boolean) => {
    wishes.video += 1
    if (on) return view.video ? undefined : askFor('video')
    isAskedFor.video = false
    const { video } = view
    show({ video: null, canBlur: false })
    video?.stop()
  }
  /** A device that is still open keeps others from opening on some phones. */
  const reopen = async (kind: MediaKind) => {
    if (kind === 'camera') await setVideo(false)
    else {
      view.audio?.stop()
      show({ audio: null })
    }
    await ask({ audio: kind === 'microphone', video: kind === 'camera' }, true)
  }
  const stopSharing = () => {
    const { screen } = view
    show({ screen: null })
    screen?.stop()
  }
  const rest = (): Wanted => {
    const { audio, isMuted, video, screen } = view
    const was = {
      audio: (audio !== null || isAskedFor.audio) && !isMuted,
      video: video !== null || isAskedFor.video,
    }
    for (const kind of ['audio', 'video', 'screen'] as const) wishes[kind] += 1
    Object.assign(isAskedFor, { audio: false, video: false })
    show({ audio: null, video: null, screen: null, canBlur: false })
    for (const track of [audio, video, screen]) track?.stop()
    return was
  }
  const changed = () => void listDevices()
  source?.addEventListener('devicechange', changed)

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: (wanted) => {
      show({ isMuted: !wanted.audio })
      return ask(wanted)
    },
    setAudio,
    setVideo,
    async choose(kind, device) {
      show({ chosen: { ...view.chosen, [kind]: device } })
      storage.writeDevices(view.chosen)
      // One that failed was wanted too.
      if (kind === 'microphone' && (view.audio ?? view.problems.microphone)) await reopen(kind)
      if (kind === 'camera' && (view.video ?? view.problems.camera)) await reopen(kind)
    },
    async setBlur(on) {
      show({ chosen: { ...view.chosen, blur: on } })
      storage.writeDevices(view.chosen)
      if (view.video) await blur(view.video)
    },
    async shareScreen() {
      const mine = (wishes.screen += 1)
      const stream = await source
        ?.getDisplayMedia({ video: { frameRate: { max: SCREEN_FRAMES } }, audio: false })
        .catch((error: unknown) => {
          if (!isDismissed(error)) throw error
        })
      const track = stream?.getVideoTracks()[0]
      if (!track) return
      if (isClosed || mine !== wishes.screen) return track.stop()
      track.contentHint = 'detail'
      // The browser has its own button to stop it.
      track.addEventListener('ended', () => view.screen === track && show({ screen: null }))
      view.screen?.stop()
      show({ screen: track })
    },
    stopSharing,
    rest,
    close() {
      isClosed = true
      source?.removeEventListener('devicechange', changed)
      rest()
      listeners.clear()
    },
  }
}
