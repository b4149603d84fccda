import type { ToSfu } from '#contract/video/sfu.ts'
import type { Outgoing } from '../peer/peer-link.ts'
import { createLimit, within } from '../peer/encoding.ts'
import { SCREEN_ENCODINGS, type VideoStep } from '../peer/quality.ts'
import { limited, SIMULCAST } from './camera-encodings.ts'

/** What is needed of an RTCPeerConnection to send. */
type Sending = Pick<RTCPeerConnection, 'addTransceiver'>

export type Sender = {
  send(outgoing: Outgoing): void
  limit: (camera: VideoStep, screen: VideoStep) => void
  /** What each part of the last description shows. */
  tracks: () => Extract<ToSfu, { offer: string }>['tracks']
}

/** The codec of cameras and screens: every browser has it, and the SFU takes it in several sizes. */
const CODECS = ['video/VP8', 'video/rtx']

/**
 * Puts voice, camera and screen into the connection to the SFU. Voice and camera have their place from the beginning, also
 * while there is neither: switching them on and off is then nothing that has to be agreed on, and works without a server.
 */
export function createSender(pc: Sending, onFailure: (error: unknown) => void): Sender {
  const audio = pc.addTransceiver('audio', { direction: 'sendonly' })
  const camera = addCamera(pc)
  let screen: RTCRtpTransceiver | undefined
  const limit = createLimit(onFailure)
  let screenStep: VideoStep = 'full'
  const limitScreen = () => limit(screen?.sender, within(SCREEN_ENCODINGS[screenStep]))
  const put = ({ sender }: RTCRtpTransceiver, track: MediaStreamTrack | null) =>
    void sender.replaceTrack(track).catch(onFailure)

  return {
    send(outgoing) {
      put(audio, outgoing.audio)
      put(camera, outgoing.video)
      if (!screen && outgoing.screen) {
        screen = pc.addTransceiver(outgoing.screen, { direction: 'sendonly' })
        prefer(screen)
        limitScreen()
      } else if (screen) {
        put(screen, outgoing.screen)
        screen.direction = outgoing.screen ? 'sendonly' : 'inactive'
      }
    },
    limit(step, ofScreen) {
      screenStep = ofScreen
      limitScreen()
      // Its person switches the camera off.
      if (step === 'off') return
      limit(camera.sender, (encodings) => limited(encodings, step))
    },
    tracks() {
      const shared = screen?.direction === 'sendonly' ? screen : undefined
      const all = [
        ['audio', audio],
        ['camera', camera],
        ['screen', shared],
      ] as const
      // A place that was made after the description has no part in it yet.
      return all.flatMap(([kind, place]) => (place?.mid == null ? [] : { mid: place.mid, kind }))
    },
  }
}

function addCamera(pc: Sending): RTCRtpTransceiver {
  try {
    const camera = pc.addTransceiver('video', { direction: 'sendonly', sendEncodings: [...SIMULCAST] })
    prefer(camera)
    return camera
  } catch {
    // A browser that cannot send it in several sizes.
    const camera = pc.addTransceiver('video', { direction: 'sendonly' })
    prefer(camera)
    return camera
  }
}

/** Without the other codecs a description is a quarter as long, too. */
function prefer(place: RTCRtpTransceiver): void {
  const all = RTCRtpSender.getCapabilities('video')?.codecs ?? []
  const codecs = all.filter(({ mimeType }) => CODECS.includes(mimeType))
  try {
    if (codecs.length > 0) place.setCodecPreferences(codecs)
  } catch {
    // An older browser takes only what it can receive in exactly this form; it offers all it has.
  }
}
