import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { DAY_MS } from '#time/clock.ts'
import { ApiFailure } from './failure.ts'
import type { Call, Faults } from './faults.ts'
import { readForm } from './form.ts'
import { expanded } from './lists.ts'
import { answerPage } from './pages.ts'
import { routeOf } from './routes.ts'
import type { World } from './world.ts'

type Answer = { status: number; body: object }
type Kept = { request: string; at: number; answer: Answer }

/** How long Stripe keeps the answer of an idempotency key. */
const KEPT_MS = DAY_MS

/** Listens on loopback: the API below /v1, the hosted pages elsewhere. */
export async function listen(world: World, apiKey: string, faults: Faults, calls: Call[]) {
  const kept = new Map<string, Kept>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A mistake of this Stripe, not a failure that a test asked for.
      response.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    world.runUntil(world.now())
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith('/v1/'))
      return answerPage(world, request.method ?? 'GET', pathname, body, response)
    const call: Call = {
      method: request.method ?? 'GET',
      path: pathname + search,
      body,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    }
    calls.push(call)
    await faults.interrupted(call)
    const fault = faults.next(call)
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'hang') return
    const { answer, isReplayed } = keep(call, () =>
      fault === undefined ? answerOf(call, request.headers.authorization, pathname, search) : fault.answer,
    )
    const after = faults.after(call)
    if (after === 'drop') return void request.socket.destroy()
    if (after === 'hang') return
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': `req_${randomBytes(7).toString('hex')}`,
      'stripe-version': String(request.headers['stripe-version']),
      ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
      // What was kept would only be repeated.
      ...(answer.status >= 500 && { 'stripe-should-retry': 'false' }),
    })
    response.end(JSON.stringify(answer.body))
  }

  /** Does a write with a key once, and repeats its answer for the same request. */
  function keep({ method, path, body, idempotencyKey: key }: Call, work: () => Answer) {
    if (method !== 'POST' || key === undefined) return { answer: work(), isReplayed: false }
    const request = [path, body].join(' ')
    const known = kept.get(key)
    if (known && known.at > world.now() - KEPT_MS) {
      if (known.request !== request) return { answer: KEY_OF_ANOTHER, isReplayed: false }
      return { answer: known.answer, isReplayed: true }
    }
    const answer = work()
    const isKept = answer.status < 400 || answer.status === 402 || answer.status >= 500
    if (isKept) kept.set(key, { request, at: world.now(), answer })
    return { answer, isReplayed: false }
  }

  function answerOf(call: Call, authorization: string | undefined, path: string, search: string): Answer {
    try {
      if (authorization !== `Bearer ${apiKey}`)
        throw new ApiFailure(401, 'invalid_request_error', `Invalid API Key provided: ${mask(authorization)}`)
      const run = routeOf(call.method, path)
      if (!run) throw new ApiFailure(404, 'invalid_request_error', `Unrecognized request URL (${path}).`)
      const params = readForm(call.method === 'GET' ? search.slice(1) : call.body)
      return { status: 200, body: expanded(world, run(world, params), params) }
    } catch (error) {
      if (error instanceof ApiFailure) return { status: error.status, body: { error: error.body } }
      throw error
    }
  }
}

const KEY_OF_ANOTHER: Answer = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}

/** As Stripe shows a wrong key: its beginning and its end. */
const mask = (authorization: string | undefined) => {
  const key = authorization?.replace('Bearer ', '') ?? ''
  return `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`
}
