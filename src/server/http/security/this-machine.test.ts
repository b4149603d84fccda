import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isOfThisMachine } from './this-machine.ts'

function request(
  host: string | undefined,
  { from = '127.0.0.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: from })
  const made = new IncomingMessage(socket)
  if (host !== undefined) made.headers.host = host
  made.rawHeaders = Object.entries(headers).flat()
  return made
}

describe('a request of this machine', () => {
  test.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '127.9.9.9',
    '[::1]:3000',
    'norte.localhost:3000',
  ])('is for a loopback name: %s', (host) => expect(isOfThisMachine(request(host))).toBe(true))

  test.each([
    undefined,
    '',
    'norte.mx',
    'rebound.example:3000',
    '127.0.0.1.example',
    'localhost.example',
    'localhost@evil.example',
    '192.168.1.5:3000',
    '0.0.0.0:3000',
    '[::]',
    'a b',
  ])('is not for another name: %s', (host) => expect(isOfThisMachine(request(host))).toBe(false))

  test.each(['192.168.1.5', '203.0.113.9', '2001:db8::1', '::ffff:10.0.0.1', 'unknown'])(
    'does not come from another address: %s',
    (from) => expect(isOfThisMachine(request('localhost', { from }))).toBe(false),
  )

  test('has no absolute URL of another host', () => {
    const elsewhere = request('localhost')
    elsewhere.url = 'http://rebound.example/outbox'
    expect(isOfThisMachine(elsewhere)).toBe(false)
  })

  test('comes from itself by IPv6 too', () => {
    for (const from of ['::1', '::ffff:127.0.0.1']) {
      expect(isOfThisMachine(request('localhost', { from }))).toBe(true)
    }
  })

  test.each([
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Forwarded',
    'X-Real-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Original-Forwarded-For',
  ])('was not forwarded: %s', (name) => {
    expect(isOfThisMachine(request('localhost', { headers: { [name]: '127.0.0.1' } }))).toBe(false)
  })
})
