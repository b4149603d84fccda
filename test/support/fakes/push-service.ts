// A push service on loopback, with the browsers that subscribe to it: it checks who sends (RFC 8292) and the browsers
// decrypt what they get (RFC 8291), with nothing but Node's own cryptography.

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import type { PushPayload, PushSubscriptionBody } from '#contract/account/push.ts'
import { type Push, createPush } from '#server/platform/push/push.ts'
import { newVapidKey, vapidKeysOf } from '#server/platform/push/vapid.ts'
import { type Clock, systemClock } from '#time/clock.ts'

/** A push as the service took it. */
export type TakenPush = { topic: string; ttl: number; urgency: string; payload: PushPayload }

export type FakeBrowser = {
  subscription: PushSubscriptionBody
  /** What arrived, oldest first. */
  taken: TakenPush[]
  /** What the service answers from now on, for this browser; 201 at first. */
  answer: (status: number, headers?: Record<string, string>) => void
  /** How often it was tried. */
  tries: () => number
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

export async function startPushService(clock: Clock) {
  const keys = vapidKeysOf(newVapidKey())!
  const browsers = new Map<string, Receiver>()
  const server = createServer((message, response) => {
    const browser = browsers.get(message.url ?? '')
    if (!browser) return void response.writeHead(404).end()
    browser.take(message, keys.publicKey).then(
      ({ status, headers }) => response.writeHead(status, headers).end(),
      (error: unknown) => response.writeHead(403).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const push: Push = createPush({
    keys,
    subject: 'mailto:privacidad@correo.example',
    clock,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    mayReach: (address) => address === '127.0.0.1',
    request: (url, settings, answered) =>
      request({ ...settings, host: url.hostname, port, path: url.pathname }, answered),
  })
  return {
    push,
    /** A browser that subscribes; `host` is where its push service is. */
    browser(host = 'push.example'): FakeBrowser {
      const path = `/${randomBytes(12).toString('base64url')}`
      const browser = receiver(`https://${host}${path}`)
      browsers.set(path, browser)
      return browser
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Answer = { status: number; headers: Record<string, string> }
type Receiver = FakeBrowser & {
  take(message: IncomingMessage, publicKey: string): Promise<Answer>
}

function receiver(endpoint: string): Receiver {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const taken: TakenPush[] = []
  let answer: Answer = { status: 201, headers: {} }
  let tries = 0
  return {
    subscription: { endpoint, keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') } },
    taken,
    answer: (status, headers = {}) => {
      answer = { status, headers }
    },
    tries: () => tries,
    async take(message, publicKey) {
      tries += 1
      const { headers } = message
      const body = await buffer(message)
      await checkSender(headers.authorization ?? '', new URL(endpoint).origin, publicKey)
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted')
      if (body.length > 4_096) return { status: 413, headers: {} }
      if (answer.status === 201) {
        taken.push({
          topic: String(headers['topic']),
          ttl: Number(headers['ttl']),
          urgency: String(headers['urgency']),
          payload: JSON.parse(decrypt(body, { pair, own, auth })) as PushPayload,
        })
      }
      return answer
    },
  }
}

/** RFC 8292: a token for this origin, of a day at most, signed by the key that the browser subscribed with. */
async function checkSender(header: string, audience: string, publicKey: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (key !== publicKey) throw new Error('another sender')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  // The library takes the machine's time, whatever the clock of the test says.
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience })
  if ((payload.exp ?? Infinity) > systemClock.now() / 1000 + 86_400) throw new Error('too long')
  if (!/^(mailto|https):/.test(payload.sub ?? '')) throw new Error('no subject')
}

/** RFC 8188 §2 and RFC 8291 §3: one record. */
function decrypt(
  body: Buffer,
  { pair, own, auth }: { pair: ReturnType<typeof createECDH>; own: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length))
  const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  open.setAuthTag(sealed.subarray(-16))
  const clear = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  return clear.subarray(0, clear.lastIndexOf(2)).toString('utf8')
}
