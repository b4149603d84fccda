import type { Browser, Page } from '@playwright/test'
import { untilMoving } from './room.ts'

/**
 * The same two cameras between two pages without the product: how long one connection takes on this machine, from the first
 * word to pictures that move on both sides. What one page says is handed to the other by this process.
 */
export async function bareConnection(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, permissions: ['camera', 'microphone'] })
  const [one, other] = [await context.newPage(), await context.newPage()]
  await prepare(one, (signal) => tell(other, signal))
  await prepare(other, (signal) => tell(one, signal))
  const started = await one.evaluate(() => {
    void (globalThis as unknown as Bare).begin()
    return performance.timeOrigin + performance.now()
  })
  const seen = Math.max(...(await Promise.all([untilMoving(one), untilMoving(other)])))
  await context.close()
  return seen - started
}

type Signal = { description?: RTCSessionDescriptionInit; candidate?: RTCIceCandidateInit }
type Bare = {
  say: (signal: Signal) => Promise<void>
  hear: (signal: Signal) => Promise<void>
  begin: () => Promise<void>
}

const tell = (page: Page, signal: Signal) =>
  page.evaluate((heard) => (globalThis as unknown as Bare).hear(heard), signal)

async function prepare(page: Page, say: (signal: Signal) => Promise<void>): Promise<void> {
  // An address of the product that loads nothing of it.
  await page.goto('/health/live')
  await page.exposeFunction('say', say)
  await page.evaluate(async () => {
    const scope = globalThis as unknown as Bare
    const own = await navigator.mediaDevices.getUserMedia({
      audio: true,
      video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } },
    })
    const pc = new RTCPeerConnection()
    const item = document.body.appendChild(document.createElement('li'))
    const video = item.appendChild(document.createElement('video'))
    Object.assign(video, { autoplay: true, muted: true })
    pc.addEventListener('track', ({ streams: [stream] }) => (video.srcObject = stream ?? null))
    pc.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) void scope.say({ candidate: candidate.toJSON() })
    })
    const describe = async () => {
      for (const track of own.getTracks()) {
        if (!pc.getSenders().some((sender) => sender.track === track)) pc.addTrack(track, own)
      }
      await pc.setLocalDescription()
      await scope.say({ description: pc.localDescription!.toJSON() })
    }
    scope.begin = describe
    const early: RTCIceCandidateInit[] = []
    scope.hear = async ({ description, candidate }) => {
      if (candidate && !pc.remoteDescription) early.push(candidate)
      else if (candidate) await pc.addIceCandidate(candidate)
      if (!description) return
      await pc.setRemoteDescription(description)
      if (description.type === 'offer') await describe()
      for (const each of early.splice(0)) await pc.addIceCandidate(each)
    }
  })
}
