// Calls: the figures of product §10. Media go between two browsers of this machine, over loopback.
import { randomBytes } from 'node:crypto'
import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../scripts/setup/chromium.mjs'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { startOurs } from '../servers.ts'
import { show, verdict } from '../spread.ts'
import { CROWD } from './crowd.ts'
import { benchJoining } from './joining.ts'
import { type Line, openLine } from './line.ts'
import { benchReturning } from './returning.ts'
import { openRoom } from './room.ts'
import { benchSignalling } from './signalling.ts'
import { benchTab } from './tab.ts'

const CALLS = 30
const SHARE_SECONDS = 30

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** `minutes` of a call for its memory. */
export async function printVideo({ rounds, minutes }: { rounds: number; minutes: number }): Promise<void> {
  const database = await openBenchDatabase()
  const line = await openLine()
  try {
    await measure(database, line, { rounds, minutes })
  } finally {
    line.close()
    await database.close()
  }
}

async function measure(
  { pool, url: databaseUrl, folder }: BenchDatabase,
  line: Line,
  { rounds, minutes }: { rounds: number; minutes: number },
): Promise<void> {
  const tokenSecret = randomBytes(48).toString('base64')
  const ports = [await freePort(), await freePort()] as const
  const [first, second] = ports.map((port) =>
    startOurs({
      PORT: String(port),
      // Which browsers see of both.
      PUBLIC_URL: line.url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      TOKEN_SECRET: tokenSecret,
      // So that one that ends sends its browsers to the other first.
      DRAIN_SECONDS: '2',
      REQUESTS_PER_MINUTE: '10000000',
    }),
  )
  const servers = [await first!, await second!] as const
  line.leadTo(ports[0])
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: chromiumArgs({ cameraRate: 20 }),
  })
  const room = (name: string) => openRoom(pool, line.url, { name, tokenSecret })
  console.log('\nVideo (least – median – most of the rounds)')
  try {
    const { bothSeeMs, bareMs, ratio, reloadedMs } = await benchJoining(
      browser,
      line.url,
      await room('ines'),
      rounds,
    )
    console.log(
      `  from going in until both see each other move  ${show(bothSeeMs, 0)} ms   bare ${show(bareMs, 0)} ms   ratio ${show(ratio, 1)}   (≤ 2000: ${verdict(bothSeeMs.median <= 2_000)})`,
    )
    console.log(
      `  from loading the page again until it is back   ${show(reloadedMs, 0)} ms   (≤ 3000: ${verdict(reloadedMs.median <= 3_000)})`,
    )
    const tab = await benchTab(browser, line.url, await room('julia'), { seconds: SHARE_SECONDS, minutes })
    console.log(
      `  main thread of a tab, two tiles: ${percent(tab.shareOfTwo)} of a core   (< 20: ${verdict(tab.shareOfTwo < 0.2)}); ${CROWD} tiles: ${percent(tab.shareOfCrowd)}   (< 40: ${verdict(tab.shareOfCrowd < 0.4)})`,
    )
    const heaps = tab.heapKb.map((kb) => (kb / 1024).toFixed(2))
    const middle = tab.heapKb[Math.floor(tab.heapKb.length / 2)]!
    console.log(
      `  heap of a tab in a call, MB over ${minutes} minutes: ${heaps.join(' – ')}   (× ${(tab.heapKb.at(-1)! / middle).toFixed(3)} in the second half)`,
    )
    const { calls, share, sharePerPhase } = await benchSignalling(pool, servers[0], {
      calls: CALLS,
      tokenSecret,
    })
    console.log(
      `  signalling of ${calls} calls in their first 70 s: ${percent(share)} of a core   (≤ 5: ${verdict(share <= 0.05)}); while they begin in ten seconds ${percent(sharePerPhase.begin)}, then ${percent(sharePerPhase.on)}, idle ${percent(sharePerPhase.idle)}`,
    )
    const { onlineMs, cutMs, movedMs } = await benchReturning(
      browser,
      line,
      { first: servers[0], port: ports[1] },
      await room('karla'),
      Math.min(rounds, 3),
    )
    console.log(
      `  back with the server once the network is back  ${show(onlineMs, 0)} ms   (≤ 2000: ${verdict(onlineMs.median <= 2_000)})`,
    )
    console.log(
      `  after a server said that it ends               ${show(movedMs, 0)} ms   (≤ 2000: ${verdict(movedMs.median <= 2_000)})`,
    )
    console.log(
      `  after a cut of which nobody hears              ${show(cutMs, 0)} ms   (≤ 11000: ${verdict(cutMs.median <= 11_000)})`,
    )
  } finally {
    await browser.close()
    for (const server of servers) await server.stop()
  }
}
