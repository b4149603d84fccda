// How long the server does not know of a browser in a call after its line was lost. Media go on all the while.
import type { Browser, Page, WebSocket } from '@playwright/test'
import type { Server } from '../servers.ts'
import { type Spread, spread } from '../spread.ts'
import type { Line } from './line.ts'
import { type Room, goIn, openSeat } from './room.ts'

export type ReturningFigures = { onlineMs: Spread; cutMs: Spread; movedMs: Spread }

/** The line leads to the first server; `port` is that of another one. */
export async function benchReturning(
  browser: Browser,
  line: Line,
  { first, port }: { first: Server; port: number },
  room: Room,
  rounds: number,
): Promise<ReturningFigures> {
  const page = await openSeat(browser, line.url, room.client)
  const heard = hearing(page)
  const coach = await openSeat(browser, line.url, room.coach)
  await goIn(coach, room)
  const isIn = heard(JOINED)
  await goIn(page, room)
  await isIn
  const [online, cut]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    // Without a word of the network: it waits for its next attempt.
    const again = heard(JOINED)
    const started = performance.now()
    line.cut()
    line.mend()
    cut.push((await again) - started)
  }
  for (let round = 0; round < rounds; round += 1) {
    line.cut()
    await page.waitForFunction(
      (text) => document.body.innerText.includes(text),
      'Reconectando... La llamada sigue.',
    )
    line.mend()
    const again = heard(JOINED)
    const started = performance.now()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    online.push((await again) - started)
  }
  // The first server says that it ends, and those who come are led to the other.
  line.leadTo(port)
  const notice = heard(/"RECONNECT"/)
  const again = notice.then(() => heard(JOINED))
  const ended = first.stop()
  const moved = -(await notice) + (await again)
  await ended
  for (const each of [page, coach]) await each.context().close()
  return { onlineMs: spread(online), cutMs: spread(cut), movedMs: spread([moved]) }
}

/** The answer to going into a call: an acknowledgement with the servers of STUN and TURN. */
const JOINED = /^43\d+\[\{.*"iceServers"/

/** Listens to what the server says to a page; answers when it has said something next. */
function hearing(page: Page): (what: RegExp) => Promise<number> {
  const waiting = new Map<RegExp, (at: number) => void>()
  page.on('websocket', (socket: WebSocket) => {
    socket.on('framereceived', ({ payload }) => {
      for (const [what, done] of waiting) {
        if (!what.test(payload.toString())) continue
        waiting.delete(what)
        done(performance.now())
      }
    })
  })
  return (what) => new Promise((done) => waiting.set(what, done))
}
