// What a tab in a call takes of memory, looked at once a minute.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Look } from './looks.ts'
import { rendererOf } from './renderer.ts'
import { goIn, openSeat, untilMoving } from './room.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
/** Half an hour passes beside other work, which would leave too little of two cores to more pictures. */
const CAMERA_RATE = 5

/** Two people in a call, each in their own browser; the coach's page is looked at once a minute, first at once. */
export async function benchMemory(
  { line: { url }, room: openRoom, launch }: World,
  minutes: number,
  onLook: (look: Look) => void,
): Promise<Look[]> {
  const room = await openRoom('maya')
  const [hers, theirs] = [await launch(CAMERA_RATE), await launch(CAMERA_RATE)]
  const page = await openSeat(hers, url, room.coach)
  const other = await openSeat(theirs, url, room.client)
  await goIn(page, room)
  await goIn(other, room)
  await Promise.all([untilMoving(page), untilMoving(other)])
  const looks = await watch(hers, page, minutes, onLook)
  // A call that ended meanwhile proves nothing.
  await untilMoving(page)
  for (const browser of [hers, theirs]) await browser.close()
  return looks
}

async function watch(
  browser: Browser,
  page: Page,
  minutes: number,
  onLook: (look: Look) => void,
): Promise<Look[]> {
  const devtools = await page.context().newCDPSession(page)
  const pid = await rendererOf(browser)
  const started = performance.now()
  const looks: Look[] = []
  for (let minute = 0; minute <= minutes; minute += 1) {
    await wait(Math.max(0, started + minute * MINUTE_MS - performance.now()))
    const at = (performance.now() - started) / MINUTE_MS
    const look = { minute: at, ...(await held(devtools)), processKb: await processKb(pid) }
    looks.push(look)
    onLook(look)
  }
  return looks
}

async function held(devtools: CDPSession) {
  // Twice: what the first one lets go of may hold other things.
  for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { heapKb: usedSize / 1024, nodes, listeners: jsEventListeners }
}

/** Not a number where there is no /proc. */
async function processKb(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1])
  return kb('Pss_Anon') + kb('Pss_Shmem')
}
