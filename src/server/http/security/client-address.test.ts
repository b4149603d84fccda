import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_ADDRESS, limitKey, limitKeyOf, trustOf } from './client-address.ts'

describe('the key that limits count by', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, NO_ADDRESS],
    ['', NO_ADDRESS],
    ['unknown', NO_ADDRESS],
    ['0x7f.1', NO_ADDRESS],
    ['2130706433', NO_ADDRESS],
  ])('of %s is %s', (address, key) => {
    expect(limitKey(address)).toBe(key)
  })

  test('is the same for a whole network of 64 bits, and another for its neighbour', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16))
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((parts) => parts.join(':'))
    // ::ffff:0:0/96 is IPv4 written as IPv6.
    const network = half.filter((text) => text !== '0:0:0:0')
    fc.assert(
      fc.property(network, network, half, half, (one, other, here, there) => {
        expect(limitKey(`${one}:${here}`)).toBe(limitKey(`${one}:${there}`))
        expect(limitKey(`${one}:${here}`) === limitKey(`${other}:${here}`)).toBe(one === other)
      }),
    )
  })
})

describe('the sender of a request', () => {
  const from = (address: string | undefined, forwarded?: string) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: address })
    const request = new IncomingMessage(socket)
    if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
    return request
  }

  test('is the other end of the connection, whatever the headers say', () => {
    expect(limitKeyOf(from('192.0.2.1', '198.51.100.1'), trustOf(false))).toBe('192.0.2.1')
  })

  test('is the address that trusted proxies name, counted or listed', () => {
    const forwarded = '203.0.113.7, 198.51.100.1'
    expect(limitKeyOf(from('127.0.0.1', forwarded), trustOf(1))).toBe('198.51.100.1')
    expect(limitKeyOf(from('127.0.0.1', forwarded), trustOf(2))).toBe('203.0.113.7')
    expect(limitKeyOf(from('::ffff:127.0.0.1', forwarded), trustOf(['loopback']))).toBe('198.51.100.1')
    expect(limitKeyOf(from('192.0.2.1', forwarded), trustOf(['loopback']))).toBe('192.0.2.1')
  })

  test('is unknown once the connection is gone', () => {
    for (const setting of [false, 1, ['loopback']] as const) {
      expect(limitKeyOf(from(undefined), trustOf(setting as false))).toBe(NO_ADDRESS)
    }
  })
})
