// What a tab in a call costs: the share of a core that its main thread takes, and how its memory grows.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { CROWD, crowded } from './crowd.ts'
import { type Room, goIn, openSeat, untilMoving } from './room.ts'

/** After people have come in, before anything is measured. */
const SETTLE_MS = 10_000
/** How often the memory is looked at. */
const LOOKS = 6

export type TabFigures = {
  /** 0 to 1, of the time that the thread worked. */
  shareOfTwo: number
  shareOfCrowd: number
  /** In kilobytes, of what is left after a forced collection: at first, and after each sixth of the time. */
  heapKb: number[]
  minutes: number
}

export async function benchTab(
  browser: Browser,
  url: string,
  room: Room,
  { seconds, minutes }: { seconds: number; minutes: number },
): Promise<TabFigures> {
  const hers = await openSeat(browser, url, room.coach)
  const theirs = await openSeat(browser, url, room.client)
  await goIn(hers, room)
  await goIn(theirs, room)
  await untilMoving(hers)
  await wait(SETTLE_MS)
  const shareOfTwo = await shareOf(hers, seconds)
  const devtools = await hers.context().newCDPSession(hers)
  // What is loaded once stays; only what goes on growing is a leak.
  const heaps = [await heapKb(devtools)]
  for (let look = 0; look < LOOKS; look += 1) {
    await wait((minutes * 60_000) / LOOKS)
    heaps.push(await heapKb(devtools))
  }
  for (const page of [hers, theirs]) await page.context().close()

  const crowd = await openSeat(browser, url, room.coach)
  await crowded(crowd)
  await goIn(crowd, room)
  await crowd.waitForFunction(
    (most) =>
      [...document.querySelectorAll<HTMLVideoElement>('li video')].filter(
        (video) => video.videoWidth > 2 && video.getVideoPlaybackQuality().totalVideoFrames > 2,
      ).length >= most,
    CROWD,
  )
  await wait(SETTLE_MS)
  const shareOfCrowd = await shareOf(crowd, seconds)
  await crowd.context().close()
  return { shareOfTwo, shareOfCrowd, heapKb: heaps, minutes }
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

async function heapKb(devtools: CDPSession): Promise<number> {
  // Twice: what the first one lets go of may hold other things.
  for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1024
}
