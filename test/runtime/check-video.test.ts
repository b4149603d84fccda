import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { iceServersOf } from '#server/platform/internet/ice-servers.ts'
import { probeIceServer } from '#server/platform/internet/ice-probe.ts'
import type { MembershipId } from '#contract/values.ts'
import { HOUR_MS, epochMs, systemClock } from '#time/clock.ts'
import { startCoturn } from '#test/support/servers/coturn.ts'
import { type Janus, startJanus, whyNoJanus } from '#test/support/servers/janus.ts'
import { at } from '../../scripts/setup/project.mjs'

// What an operator asks whether calls will work, against a real coturn and a real Janus.

const SECRET = 'un-secreto-largo-que-comparten-los-dos'
let coturn: Awaited<ReturnType<typeof startCoturn>>
beforeAll(async () => {
  coturn = await startCoturn({ secret: SECRET })
})
afterAll(() => coturn.stop())

async function check(env: Record<string, string>) {
  const child = spawn(process.execPath, [at('scripts/operator/check-video.ts')], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { lines: (out + errors).trim().split('\n'), code: code as number }
}

// @spec P.227
test('servers that answer are named with what they do', async () => {
  const { lines, code } = await check({
    STUN_URLS: coturn.stunUrl,
    TURN_URLS: `${coturn.url},${coturn.url}?transport=tcp`,
    TURN_SECRET: SECRET,
  })
  expect(lines).toEqual([
    expect.stringMatching(/^✓ stun:127\.0\.0\.1:\d+ {2}sees this machine as 127\.0\.0\.1:\d+ \(\d+ ms\)$/),
    expect.stringMatching(/^✓ turn:127\.0\.0\.1:\d+ {2}relays at 127\.0\.0\.1:\d+ \(\d+ ms\)$/),
    expect.stringMatching(
      /^✓ turn:127\.0\.0\.1:\d+\?transport=tcp {2}relays at 127\.0\.0\.1:\d+ \(\d+ ms\)$/,
    ),
    expect.stringContaining('JANUS_URL is not set'),
  ])
  expect(code).toBe(0)
})

// @spec P.227
test('another secret, and a server that is not there, are said', async () => {
  const { lines, code } = await check({
    TURN_URLS: `${coturn.url},turn:127.0.0.1:9?transport=tcp`,
    TURN_SECRET: 'otro-secreto',
  })
  expect(lines).toEqual([
    expect.stringMatching(/^✗ turn:\S+ {2}refused: 401/),
    expect.stringMatching(/^✗ turn:\S+ {2}not reached: connect ECONNREFUSED/),
    expect.stringContaining('JANUS_URL is not set'),
  ])
  expect(code).toBe(1)
})

test('without settings it says what that means, and a TURN server without its secret is refused', async () => {
  const without = await check({})
  const what = ['calls work within one network only', 'at most four people of a group']
  expect(without).toEqual({ lines: what.map((each) => expect.stringContaining(each) as string), code: 0 })
  const half = await check({ TURN_URLS: coturn.url })
  expect(half.lines.join(' ')).toContain('TURN_SECRET')
  expect(half.code).toBe(1)
})

// @spec P.224
test('the credentials of a browser end by themselves', async () => {
  const settings = { stunUrls: [], turnUrls: [coturn.url], turnSecret: SECRET }
  const made = (hoursAgo: number) => {
    const now = epochMs(systemClock.now() - hoursAgo * HOUR_MS)
    const [server] = iceServersOf(settings, 'somebody' as MembershipId, now)
    return { username: server!.username!, credential: server!.credential! }
  }
  expect(await probeIceServer(coturn.url, made(0))).toMatchObject({ isUp: true })
  expect(await probeIceServer(coturn.url, made(13))).toMatchObject({ isUp: false, reason: 'refused' })
  const { username, credential } = made(0)
  const later = username.replace(/^\d+/, (seconds) => String(Number(seconds) + 3_600))
  expect(await probeIceServer(coturn.url, { username: later, credential })).toMatchObject({ isUp: false })
})

describe.skipIf(whyNoJanus() !== undefined)('Janus', () => {
  const JANUS_SECRET = 'mN7bV4cX1zL8kJ5hG2fD9sA6pO3iU0yTrEwQqRtY'
  const another = JANUS_SECRET.split('').toReversed().join('')
  let janus: Janus | undefined
  afterEach(() => janus?.stop())
  const lastOf = async (env: Record<string, string>) => {
    const { lines, code } = await check({ STUN_URLS: coturn.stunUrl, ...env })
    return { lines: lines.slice(1), code }
  }

  // @spec P.227
  test('that answers is named with its version; another secret, and none, are said', async () => {
    janus = await startJanus({ secret: JANUS_SECRET })
    const { url: JANUS_URL } = janus
    expect(await lastOf({ JANUS_URL, JANUS_SECRET })).toEqual({
      lines: [
        expect.stringMatching(/^✓ ws:\S+ {2}Janus \d+\.\d+\.\d+ with videoroom takes the secret \(\d+ ms\)$/),
      ],
      code: 0,
    })
    expect(await lastOf({ JANUS_URL, JANUS_SECRET: another })).toEqual({
      lines: [expect.stringMatching(/^✗ ws:\S+ {2}JANUS_SECRET is not its api_secret: 403/)],
      code: 1,
    })
    expect((await check({ JANUS_URL })).lines.join(' ')).toContain('JANUS_SECRET')
  })

  test('that anybody may use, or that breaks calls, is warned of', async () => {
    janus = await startJanus({ reclaimSeconds: 0 })
    expect(await lastOf({ JANUS_URL: janus.url, JANUS_SECRET })).toEqual({
      lines: [
        expect.stringMatching(/^✓ /),
        expect.stringContaining('without the secret: set api_secret'),
        expect.stringContaining('reclaim_session_timeout is 0'),
      ],
      code: 0,
    })
  })

  test('without its videoroom, or that is not there, is said', async () => {
    janus = await startJanus({ secret: JANUS_SECRET, plugin: 'libjanus_echotest.so' })
    expect((await lastOf({ JANUS_URL: janus.url, JANUS_SECRET })).lines).toEqual([
      expect.stringMatching(/^✗ ws:\S+ {2}its plugin videoroom is missing: 460/),
    ])
    await janus.kill()
    expect(await lastOf({ JANUS_URL: janus.url, JANUS_SECRET })).toEqual({
      lines: [expect.stringMatching(/^✗ ws:\S+ {2}not reached/)],
      code: 1,
    })
  })
})
