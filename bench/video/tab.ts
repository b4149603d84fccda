// What a tab in a call costs: the share of a core that its main thread takes, with two people and with nine.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuMs } from '../cpu.ts'
import { CROWD, bringCrowd } from './crowd.ts'
import { rendererOf } from './renderer.ts'
import { goIn, openSeat, untilMoving } from './room.ts'
import type { World } from './world.ts'

/** After people have come in, before anything is measured. */
const SETTLE_MS = 10_000
/** On a machine that has much else to do. */
const MOVING_MS = 180_000

/** Shares of a core are from 0 to 1, or more where several threads work. */
export type CrowdFigures = {
  share: number
  /** Of the whole process, with the threads that decode. */
  processShare: number
  /** Of the others: the sizes of their pictures, and how many a second are shown of all of them. */
  sizes: string[]
  perSecond: number
}

/** How much of its time the main thread of a tab works with two people in the call. */
export async function benchTwo(
  browser: Browser,
  { line: { url }, room: openRoom }: World,
  seconds: number,
): Promise<number> {
  const room = await openRoom('julia')
  const hers = await openSeat(browser, url, room.coach)
  const theirs = await openSeat(browser, url, room.client)
  await goIn(hers, room)
  await goIn(theirs, room)
  await untilMoving(hers)
  await wait(SETTLE_MS)
  const share = await shareOf(hers, seconds)
  for (const page of [hers, theirs]) await page.context().close()
  return share
}

/** The same with nine, whose pictures come through a real Janus and are decoded. */
export async function benchCrowd(
  { line: { url }, groupRoom, launch }: World,
  cameraRate: number,
  seconds: number,
): Promise<CrowdFigures> {
  const room = await groupRoom('nora', CROWD - 1)
  const [browser, other] = [await launch(cameraRate), await launch(cameraRate)]
  const page = await openSeat(browser, url, room.coach)
  await goIn(page, room)
  const crowd = await bringCrowd(other, url, room)
  await page.waitForFunction(
    (most) =>
      [...document.querySelectorAll<HTMLVideoElement>('li video')].filter(
        (video) => video.videoWidth > 2 && video.getVideoPlaybackQuality().totalVideoFrames > 2,
      ).length >= most,
    CROWD,
    { timeout: MOVING_MS },
  )
  await wait(SETTLE_MS)
  const pid = await rendererOf(browser)
  const [framesBefore, cpuBefore, startedAt] = [await shown(page), cpuMs(pid), performance.now()]
  const share = await shareOf(page, seconds)
  const [framesAfter, cpuAfter, ms] = [await shown(page), cpuMs(pid), performance.now() - startedAt]
  await crowd.close()
  for (const each of [browser, other]) await each.close()
  return {
    share,
    processShare: (cpuAfter - cpuBefore) / ms,
    sizes: [...new Set(framesAfter.sizes)].toSorted(),
    perSecond: (framesAfter.frames - framesBefore.frames) / (ms / 1_000),
  }
}

/** What is shown of the others. */
function shown(page: Page): Promise<{ sizes: string[]; frames: number }> {
  return page.evaluate(() => {
    const videos = [...document.querySelectorAll<HTMLVideoElement>('li video:not([data-own])')]
    return {
      sizes: videos.map(({ videoWidth, videoHeight }) => `${videoWidth} × ${videoHeight}`),
      frames: videos.reduce((sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames, 0),
    }
  })
}

/** How much of its time the main thread of a page works: its own CPU time, not what others took from it meanwhile. */
async function shareOf(page: Page, seconds: number): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await metrics(devtools)
  await wait(seconds * 1_000)
  const after = await metrics(devtools)
  await devtools.detach()
  return (after.TaskDuration - before.TaskDuration) / (after.Timestamp - before.Timestamp)
}

async function metrics(devtools: CDPSession) {
  const { metrics: all } = await devtools.send('Performance.getMetrics')
  const of = (wanted: string) => all.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { TaskDuration: of('TaskDuration'), Timestamp: of('Timestamp') }
}
