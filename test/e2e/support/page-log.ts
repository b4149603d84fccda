import type { BrowserContext, Page, Request, WebSocket } from '@playwright/test'
import { type EpochMs, systemClock, toIso } from '#time/clock.ts'

/** How many of the last things are kept, and how much of each. */
const KEPT = 60
const LONGEST = 160

/** Of these only what fails is of interest. */
const FILES = /^\/(?:assets|locales)\//

type Log = { said: string[]; open: Map<Request, EpochMs> }
const logs = new WeakMap<BrowserContext, Log>()

/** Notes what the pages of a context ask for and hear, for `logOf`. */
export function keepLog(context: BrowserContext): void {
  const log: Log = { said: [], open: new Map() }
  logs.set(context, log)
  const note = (text: string) => {
    log.said.push(`${clock()} ${text.slice(0, LONGEST)}`)
    if (log.said.length > KEPT) log.said.shift()
  }
  const end = (request: Request, how: string) => {
    log.open.delete(request)
    note(`${named(request)} ${how}`)
  }
  context.on('request', (request) => log.open.set(request, systemClock.now()))
  context.on('requestfailed', (request) => end(request, `failed: ${request.failure()?.errorText}`))
  // Its body may still be under way, which `requestfinished` tells.
  context.on('response', (response) => {
    const isFile = FILES.test(new URL(response.url()).pathname)
    if (!isFile || !response.ok()) note(`${named(response.request())} ${response.status()}`)
  })
  context.on('requestfinished', (request) => log.open.delete(request))
  context.on('page', (page) => page.on('websocket', (socket) => listenTo(socket, note)))
}

function listenTo(socket: WebSocket, note: (text: string) => void): void {
  note('socket opened')
  socket.on('framereceived', ({ payload }) => note(`socket < ${String(payload)}`))
  // The registration of the connection carries the sign-in.
  socket.on('framesent', ({ payload }) => note(`socket > ${String(payload).slice(0, 12)}`))
  socket.on('close', () => note('socket closed'))
}

/**
 * What a page did last, and what it still waits for: of a journey that fails on another machine nothing else tells why.
 */
export function logOf(page: Page): string {
  const log = logs.get(page.context())
  if (!log) return ''
  const waiting = [...log.open].map(
    ([request, since]) => `waits for ${named(request)} since ${timeOf(since)}`,
  )
  return [`--- ${page.url()} at ${clock()}`, ...log.said, ...waiting].join('\n')
}

const named = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`
const timeOf = (instant: EpochMs) => toIso(instant).slice('2027-02-02T'.length, -1)
const clock = () => timeOf(systemClock.now())
