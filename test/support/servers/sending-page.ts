import type { Browser, Page } from '@playwright/test'
import type { PeerId, SessionId } from '#contract/values.ts'
import type { FromSfu, SfuTrack, TrackKind } from '#contract/video/sfu.ts'
import type { Tab } from '../calls.ts'
import { newLine, sayToSfu } from './sfu-lines.ts'

/** What a page receives of somebody. */
export type Received = SfuTrack & { packets: number; frames: number; width: number }

/** A page with a line to the SFU, that really sends and receives. */
export type SendingPage = {
  line: string
  /** Whether it was asked for a new line. */
  isRenewed(): boolean
  /** The offers of `down` so far. */
  offers(): number
  /** Takes no offers of `down`, as a browser that is busy, or does again. */
  takeOffers(isTaking: boolean): void
  received(): Promise<Received[]>
  show(sizes: { peerId: PeerId; size: 'small' | 'large' }[]): void
  lookAgain(): void
  /** Goes on with another socket of the same peer. */
  moveTo(tab: Tab): void
  close(): Promise<void>
}

// Runs in the page: only what a browser has.
function prepare() {
  const up = new RTCPeerConnection()
  const down = new RTCPeerConnection()
  const state: { tracks: SfuTrack[] } = { tracks: [] }
  const gathered = (of: RTCPeerConnection) =>
    new Promise<string>((done) => {
      const check = () => of.iceGatheringState === 'complete' && done(of.localDescription!.sdp)
      of.addEventListener('icegatheringstatechange', check)
      check()
    })
  const camera = () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 360 })
    const context = canvas.getContext('2d')!
    let at = 0
    setInterval(() => {
      at += 1
      context.fillStyle = `hsl(${(at * 7) % 360} 80% 50%)`
      context.fillRect((at * 13) % 640, 0, 120, 360)
    }, 100)
    return canvas.captureStream(10).getVideoTracks()[0]!
  }
  const voice = () => {
    const context = new AudioContext()
    const to = context.createMediaStreamDestination()
    const tone = context.createOscillator()
    tone.connect(to)
    tone.start()
    return to.stream.getAudioTracks()[0]!
  }
  const offer = async (kinds: TrackKind[]) => {
    for (const kind of kinds) {
      const isCamera = kind === 'camera'
      const sendEncodings = [
        { rid: 'h' },
        { rid: 'm', scaleResolutionDownBy: 2 },
        { rid: 'l', scaleResolutionDownBy: 4 },
      ]
      up.addTransceiver(kind === 'audio' ? voice() : camera(), {
        direction: 'sendonly',
        ...(isCamera && { sendEncodings }),
      })
    }
    await up.setLocalDescription()
    const sdp = await gathered(up)
    return {
      offer: sdp,
      tracks: up.getTransceivers().map(({ mid }, at) => ({ mid: mid!, kind: kinds[at]! })),
    }
  }
  const answer = async (sdp: string, tracks: SfuTrack[]) => {
    state.tracks = tracks
    await down.setRemoteDescription({ type: 'offer', sdp })
    await down.setLocalDescription()
    return gathered(down)
  }
  const received = async () => {
    const stats: Record<
      string,
      { type: string; mid: string; packetsReceived: number; framesDecoded?: number; frameWidth?: number }
    > = Object.fromEntries(await down.getStats())
    const inbound = Object.values(stats).filter(({ type }) => type === 'inbound-rtp')
    return state.tracks.map((track) => {
      const found = inbound.find(({ mid }) => mid === track.mid)
      return {
        ...track,
        packets: found?.packetsReceived ?? 0,
        frames: found?.framesDecoded ?? 0,
        width: found?.frameWidth ?? 0,
      }
    })
  }
  const takeAnswer = (sdp: string) => up.setRemoteDescription({ type: 'answer', sdp })
  Object.assign(globalThis, { sfu: { offer, answer, received, takeAnswer } })
}

type InPage = {
  offer(kinds: TrackKind[]): Promise<object>
  answer(sdp: string, tracks: SfuTrack[]): Promise<string>
  received(): Promise<Received[]>
  takeAnswer(sdp: string): Promise<void>
}
declare const sfu: InPage

/** Opens a page that sends this. */
export async function openSendingPage(
  browser: Browser,
  tab: Tab,
  sessionId: SessionId,
  kinds: TrackKind[] = ['audio', 'camera'],
): Promise<SendingPage> {
  const page: Page = await browser.newPage()
  await page.evaluate(prepare)
  const line = newLine()
  let current = tab
  let offers = 0
  let isRenewed = false
  let isTaking = true
  const say = (what: object) => sayToSfu(current, sessionId, line, what)
  const hear = async (said: FromSfu) => {
    if ('renew' in said) isRenewed = true
    else if ('answer' in said) await page.evaluate((sdp) => sfu.takeAnswer(sdp), said.answer)
    else {
      offers += 1
      if (!isTaking) return
      const answer = await page.evaluate(({ offer, tracks }) => sfu.answer(offer, tracks), said)
      say({ answer, number: said.number })
    }
  }
  let last = Promise.resolve()
  const listen = ({ socket }: Tab) =>
    socket.on('CALL_SFU', (said: { line: string; say: FromSfu }) => {
      if (said.line === line) last = last.then(() => hear(said.say))
    })
  listen(tab)
  say(await page.evaluate((all) => sfu.offer(all), kinds))
  return {
    line,
    isRenewed: () => isRenewed,
    offers: () => offers,
    takeOffers: (takes) => void (isTaking = takes),
    received: () => page.evaluate(() => sfu.received()),
    show: (sizes) => say({ sizes }),
    lookAgain: () => say({ again: 'down' }),
    moveTo(next) {
      current = next
      listen(next)
    },
    close: () => page.close(),
  }
}
