// How long it takes from going in to pictures that move on both sides, and to be back after a page was loaded again.
import type { Browser } from '@playwright/test'
import { say } from '../../scripts/pictures/browser.ts'
import { type Spread, spread } from '../spread.ts'
import { bareConnection } from './bare.ts'
import { type Room, goIn, openSeat, untilAlone, untilMoving } from './room.ts'

export type JoiningFigures = {
  bothSeeMs: Spread
  /** The same connection without the product, in turn. */
  bareMs: Spread
  ratio: Spread
  reloadedMs: Spread
}

/** The coach is in the call already; the client goes in, loads the page again, and leaves, in each round. */
export async function benchJoining(
  browser: Browser,
  url: string,
  room: Room,
  rounds: number,
): Promise<JoiningFigures> {
  const hers = await openSeat(browser, url, room.coach)
  const theirs = await openSeat(browser, url, room.client)
  await goIn(hers, room)
  const [both, bare, reloaded]: [number[], number[], number[]] = [[], [], []]
  // The first round is for the caches of the browser and the server.
  for (let round = -1; round < rounds; round += 1) {
    const pressed = await goIn(theirs, room)
    const seen = Math.max(...(await Promise.all([untilMoving(hers), untilMoving(theirs)])))
    await theirs.reload({ waitUntil: 'domcontentloaded' })
    const back = await untilMoving(theirs)
    const began = await theirs.evaluate(() => performance.timeOrigin)
    await theirs.getByRole('button', { name: say('video:controls.leave') }).click()
    await theirs.waitForURL(/\/ending\//)
    await untilAlone(hers)
    const bareMs = await bareConnection(browser, url)
    if (round >= 0) {
      both.push(seen - pressed)
      bare.push(bareMs)
      reloaded.push(back - began)
    }
  }
  for (const page of [hers, theirs]) await page.context().close()
  return {
    bothSeeMs: spread(both),
    bareMs: spread(bare),
    ratio: spread(both.map((ms, round) => ms / bare[round]!)),
    reloadedMs: spread(reloaded),
  }
}
