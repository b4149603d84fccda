import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Routes } from '#contract/api.ts'
import { createApp } from '#server/app.ts'
import type { AuthenticationWay } from '#server/http/authenticate.ts'
import type { Route } from '#server/route.ts'
import { ROUTES } from '#server/routes.ts'
import { createDeparture } from '#server/http/departure.ts'
import { watchCondition } from '#server/operations/condition.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { type Deps, createDeps } from '#server/deps.ts'
import { runAllDue } from '#server/effects/work.ts'
import { QUEUES } from '#server/events/queues.ts'
import { viewerFolder } from '#server/folders.ts'
import { writeArchive } from '#server/modules/data-exports/archive/archive.service.ts'
import { readFolder } from '#server/platform/files/read-folder.ts'
import { writeZip } from '#server/platform/files/zip.ts'
import type { Bus } from '#server/platform/realtime/bus.ts'
import type { CalendarFetch } from '#server/platform/calendar/calendar-fetch.ts'
import type { Push } from '#server/platform/push/push.ts'
import { newVapidKey } from '#server/platform/push/vapid.ts'
import type { FreeSpace } from '#server/platform/disk-space.ts'
import type { Pause } from '#server/platform/pause.ts'
import { type Logger, createLogger } from '#server/platform/logger.ts'
import { type EpochMs, fixedClock, fromIso } from '#time/clock.ts'
import { expectDeclared } from '../contract/declared-refusals.ts'
import { cheapPasswords } from './fakes/cheap-passwords.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type ReadMails, outboxReader } from './mails/outbox.ts'
import { refuseSecondConnections, runWork } from './effort/second-connection.ts'

/** Tuesday 2 February 2027, 9:00 in Mexico City: a working morning, far from any change of offset. */
export const TEST_NOW = '2027-02-02T15:00:00.000Z'

export type Answered<R extends keyof Routes> = {
  status: number
  body: OutputOf<Routes[R]>
  /** The same body, read as a refusal. */
  refusal: ErrorBody
  headers: Record<string, string | string[] | number | undefined>
}

/** The app in process on a separate database, with a fixed clock and mails in a real outbox. */
export type TestApp = {
  deps: Deps
  clock: ReturnType<typeof fixedClock>
  call<R extends keyof Routes>(route: R, input: InputOf<Routes[R]>, token?: string): Promise<Answered<R>>
  /** Any request, for what the types forbid. */
  send(request: RawRequest): Promise<RawAnswer>
  /**
   * Before each test whose people are its own: sets the clock to TEST_NOW and drops the jobs and timers that earlier
   * tests left, also those of maintenance, which only tests of it start. The next test that settles would run them all,
   * for people whom nobody reads of any more. Not where no other test runs such effects: those files end with `finish`.
   */
  startTest(): Promise<void>
  /** Runs all effects and due timers until none is left. */
  settle(): Promise<void>
  /** The mails sent so far to an address, newest first. */
  mails: ReadMails
  /** Opens a free port on loopback, for sockets; answers its address. */
  listen(): Promise<string>
  server: Server
  close(): Promise<void>
  /** After the last test of a file that does not settle itself: runs all effects at TEST_NOW; fails if one throws. */
  finish(): Promise<void>
}

/** A request and what came back. */
export type Exchange = { request: RawRequest; answer: RawAnswer }

/** `body` is parsed JSON or text; `bytes` is what came over the wire. */
export type RawAnswer = {
  status: number
  body: unknown
  bytes: Buffer
  headers: Answered<never>['headers']
}

export type RawRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  url: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** `env` are settings as a person would set them. */
export async function makeApp(
  options: {
    now?: string
    env?: Record<string, string>
    calendarFetch?: CalendarFetch
    push?: Push
    freeSpace?: FreeSpace
    /** Of the server, beside those of the product. */
    routes?: readonly Route[]
    /** How callers prove who they are; by bearer token unless given. */
    ways?: readonly AuthenticationWay[]
    /** How long actors are cached; not at all by default. */
    actorCacheMs?: number
    bus?: Bus
    /** How the server waits. */
    pause?: Pause
    /** Archives are written in separate threads, as in the product, which load all they need each time. */
    threads?: boolean
    /** Passwords are hashed at the product's own cost. */
    costlyPasswords?: boolean
    log?: Logger
    /** The database of another app, to run beside it like a second server; that app closes it. */
    database?: TestDatabase
    /** The clock of another app beside it. */
    clock?: ReturnType<typeof fixedClock>
    /** Another app that gets the next request instead. */
    instead?: () => TestApp | undefined
    /** Called with every request and its answer. */
    onExchange?: (exchange: Exchange) => void
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'norte-app-'))
  const clock = options.clock ?? fixedClock(fromIso(options.now ?? TEST_NOW))
  const database = options.database ?? (await openTestDatabase())
  const expectOneConnection = refuseSecondConnections(database)
  const config = testConfig({ DATA_DIR: dataDir, ...options.env })
  const deps = await createDeps(config, database, options.log ?? createLogger('silent'), {
    clock,
    actorCacheMs: options.actorCacheMs ?? 0,
    ...(options.bus && { bus: options.bus }),
    ...(options.pause && { pause: options.pause }),
    calendarFetch: options.calendarFetch,
    ...(options.push && { push: options.push }),
    ...(!options.costlyPasswords && { passwords: await cheapPasswords }),
    freeSpace: options.freeSpace,
  })
  if (!options.threads) deps.writeArchive = writeHere(deps)
  const routes = [...ROUTES, ...(options.routes ?? [])]
  const departure = createDeparture()
  // Each probe looks again.
  const condition = watchCondition(deps, departure, 0)
  const app = await createApp(deps, { web: false, routes, ways: options.ways, departure, condition })
  await app.ready()

  const send: TestApp['send'] = async (request) => {
    const other = options.instead?.()
    if (other) return other.send(request)
    const { method, url, token, body, headers = {} } = request
    const response = await runWork(() =>
      app.inject({
        method,
        url,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      }),
    )
    expectOneConnection()
    const isJson =
      method !== 'HEAD' && String(response.headers['content-type']).startsWith('application/json')
    const answer: RawAnswer = {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      bytes: response.rawPayload,
      headers: response.headers,
    }
    expectDeclared({ method, url }, answer.body)
    options.onExchange?.({ request, answer })
    return answer
  }
  let settling: Promise<void> = Promise.resolve()
  const settle = () => {
    // One after the other: of two at once, one would find an empty queue while the other still sends its last mail.
    settling = settling
      .catch(() => undefined)
      .then(() => runWork(() => runAllDue(deps)))
      .then(expectOneConnection)
    return settling
  }
  const close = async () => {
    await app.close()
    await deps.close()
    if (!options.database) await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    deps,
    clock,
    send,
    async call(route, input, token) {
      const { method, url } = requestOf(route, input as { params?: object; query?: object })
      const { status, body, headers } = await send({ method, url, token, body: input.body })
      return { status, body: body as never, refusal: body as ErrorBody, headers }
    },
    async startTest() {
      clock.set(fromIso(TEST_NOW))
      await settling.catch(() => undefined)
      await sql`delete from pgboss.job where state < 'completed' and name = any(${sql.val([...QUEUES])}::text[])`.execute(
        deps.db,
      )
      await deps.db.deleteFrom('timers').execute()
    },
    settle,
    mails: outboxReader(join(dataDir, 'outbox')),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    server: app.server,
    close,
    async finish() {
      try {
        clock.set(fromIso(TEST_NOW))
        await settle()
      } finally {
        await close()
      }
    },
  }
}

/** Writes archives without a thread. */
function writeHere(deps: Deps): Deps['writeArchive'] {
  const parts = { ...deps, writeZip, readViewer: () => readFolder(viewerFolder) }
  return ({ userId, path }, goesOn) => writeArchive(parts, userId, path, goesOn)
}

function testConfig(env: Record<string, string>): Config {
  const secret = randomBytes(32).toString('base64')
  // The clock is fixed, so the minute in which requests are counted never ends.
  const preset = { NODE_ENV: 'test', LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '10000000' }
  const vapid = newVapidKey()
  const result = parseConfig({ ...preset, TOKEN_SECRET: secret, VAPID_PRIVATE_KEY: vapid, ...env }, [])
  if (result.problems) throw new Error(`Test settings: ${JSON.stringify(result.problems)}`)
  const { tokenSecret = secret, vapidPrivateKey = vapid } = result.config
  return { ...result.config, tokenSecret, vapidPrivateKey }
}

/** `POST /v1/session/:sessionId/confirm` and its input as a request line. */
function requestOf(route: string, input: { params?: object; query?: object }) {
  const [method, path] = route.split(' ') as [RawRequest['method'], string]
  const params = (input.params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString()
  return { method, url: query ? `${filled}?${query}` : filled }
}

/** Moves the clock to an instant on the wire. */
export function instant(iso: string): EpochMs {
  return fromIso(iso)
}
