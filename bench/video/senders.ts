// A page that sends the same camera and voice to Janus as several people.
import type { Browser } from '@playwright/test'
import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import { SIMULCAST, limited } from '#web/features/video/sfu/camera-encodings.ts'

export type Senders = {
  /** Has a person send, also again by another line. Like what is heard, it fails where all are waited for. */
  begin(index: number): void
  hear(index: number, said: FromSfu): void
  /** Until Janus has the media of so many. */
  untilConnected(count: number): Promise<void>
  close(): Promise<void>
}

/** In the page. */
type Sending = {
  say: (index: number, said: ToSfu) => Promise<void>
  begin: (index: number) => Promise<void>
  hear: (index: number, said: FromSfu) => Promise<void>
  lines: { up: RTCPeerConnection; down: RTCPeerConnection }[]
}

/** On a machine that has much else to do. */
const CONNECTED_MS = 180_000

/**
 * Sends what the product sends, two of three sizes: nine tiles of a page of usual size show the middle one. The largest of eight
 * people would only keep the machine busy.
 */
export async function openSenders(
  browser: Browser,
  url: string,
  say: (index: number, said: ToSfu) => void,
): Promise<Senders> {
  const context = await browser.newContext({ baseURL: url, permissions: ['camera', 'microphone'] })
  const page = await context.newPage()
  // An address of the product that loads nothing of it.
  await page.goto('/health/live')
  await page.exposeFunction('say', say)
  await page.evaluate(prepare, limited(SIMULCAST, 'medium'))
  const broken = Promise.withResolvers<never>()
  // Only those who wait are to hear of it.
  broken.promise.catch(() => undefined)
  return {
    begin(index) {
      page.evaluate((at) => (globalThis as unknown as Sending).begin(at), index).catch(broken.reject)
    },
    hear(index, said) {
      page
        .evaluate(([at, heard]) => (globalThis as unknown as Sending).hear(at, heard), [index, said] as const)
        .catch(broken.reject)
    },
    async untilConnected(count) {
      const connected = page.waitForFunction(
        (most) => {
          const { lines } = globalThis as unknown as Sending
          return lines.filter(({ up }) => up.connectionState === 'connected').length === most
        },
        count,
        { timeout: CONNECTED_MS },
      )
      await Promise.race([connected, broken.promise])
    },
    close: () => context.close(),
  }
}

async function prepare(sendEncodings: RTCRtpEncodingParameters[]): Promise<void> {
  const scope = globalThis as unknown as Sending
  const own = await navigator.mediaDevices.getUserMedia({
    audio: true,
    video: { width: 1280, height: 720, frameRate: { ideal: 30 } },
  })
  const vp8 = RTCRtpSender.getCapabilities('video')!.codecs.filter(({ mimeType }) =>
    ['video/VP8', 'video/rtx'].includes(mimeType),
  )
  // With all its candidates, so that none has to be said after it.
  const described = async (pc: RTCPeerConnection) => {
    await pc.setLocalDescription()
    while (pc.iceGatheringState !== 'complete') {
      await new Promise((done) => pc.addEventListener('icegatheringstatechange', done, { once: true }))
    }
    return pc.localDescription!.sdp
  }
  const lines: { up: RTCPeerConnection; down: RTCPeerConnection; last: Promise<unknown> }[] = []
  scope.lines = lines
  scope.begin = async (index) => {
    const before = lines[index]
    for (const pc of [before?.up, before?.down]) pc?.close()
    const [up, down] = [new RTCPeerConnection(), new RTCPeerConnection()]
    lines[index] = { up, down, last: Promise.resolve() }
    const audio = up.addTransceiver(own.getAudioTracks()[0]!, { direction: 'sendonly' })
    const camera = up.addTransceiver(own.getVideoTracks()[0]!, { direction: 'sendonly', sendEncodings })
    camera.setCodecPreferences(vp8)
    const offer = await described(up)
    await scope.say(index, {
      offer,
      tracks: [
        { mid: audio.mid!, kind: 'audio' },
        { mid: camera.mid!, kind: 'camera' },
      ],
    })
    await scope.say(index, { way: 'up', candidate: null })
  }
  const answer = async (index: number, offer: string, number: number | undefined) => {
    const { down } = lines[index]!
    await down.setRemoteDescription({ type: 'offer', sdp: offer })
    // They take nothing: what they would show is not measured.
    for (const place of down.getTransceivers()) place.direction = 'inactive'
    await scope.say(index, { answer: await described(down), ...(number !== undefined && { number }) })
  }
  scope.hear = async (index, said) => {
    const line = lines[index]!
    line.last = line.last.then(async () => {
      if (lines[index] !== line) return
      if ('answer' in said) await line.up.setRemoteDescription({ type: 'answer', sdp: said.answer })
      if ('offer' in said) await answer(index, said.offer, said.number)
    })
    await line.last
  }
}
