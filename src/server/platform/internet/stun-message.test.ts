import { describe, expect, test } from 'vitest'
import { decodeStun, encodeStun } from './stun-message.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

describe('the messages of RFC 5769', () => {
  test('a response says how the server sees the caller, over IPv4 (§2.2)', () => {
    const answer = decodeStun(
      hex(`0101 003c 2112 a442 b7e7 a701 bc34 d686 fa87 dfae
        8022 000b 7465 7374 2076 6563 746f 7220
        0020 0008 0001 a147 e112 a643
        0008 0014 2b91 f599 fd9e 90c3 8c74 89f9 2af9 ba53 f06b e7d7
        8028 0004 c07d 4c96`),
      hex('b7e7 a701 bc34 d686 fa87 dfae'),
    )
    expect(answer).toMatchObject({ type: 'bindingSuccess', mappedAddress: '192.0.2.1:32853' })
  })

  test('the same over IPv6 (§2.3)', () => {
    const answer = decodeStun(
      hex(`0101 0048 2112 a442 b7e7 a701 bc34 d686 fa87 dfae
        8022 000b 7465 7374 2076 6563 746f 7220
        0020 0014 0002 a147 0113 a9fa a5d3 f179 bc25 f4b5 bed2 b9d9
        0008 0014 a382 954e 4be6 7bf1 1784 c97c 8292 c275 bfe3 ed41
        8028 0004 c8fb 0b4c`),
      hex('b7e7 a701 bc34 d686 fa87 dfae'),
    )
    expect(answer?.mappedAddress).toBe('[2001:db8:1234:5678:11:2233:4455:6677]:32853')
  })

  test('a request is signed with long-term credentials (§2.4)', () => {
    const request = encodeStun({
      type: 'bindingRequest',
      id: hex('78ad 3433 c6ad 72c0 29da 412e'),
      attributes: {
        // In the order of the example.
        username: Buffer.from('\u30DE\u30C8\u30EA\u30C3\u30AF\u30B9'),
        nonce: Buffer.from('f//499k954d6OL34oL9FSTvy64sA'),
      },
      credentials: {
        username: '\u30DE\u30C8\u30EA\u30C3\u30AF\u30B9',
        realm: 'example.org',
        password: 'TheMatrIX',
      },
    })
    expect(request).toEqual(
      hex(`0001 0060 2112 a442 78ad 3433 c6ad 72c0 29da 412e
        0006 0012 e383 9ee3 8388 e383 aae3 8383 e382 afe3 82b9 0000
        0015 001c 662f 2f34 3939 6b39 3534 6436 4f4c 3334 6f4c 3946 5354 7679 3634 7341
        0014 000b 6578 616d 706c 652e 6f72 6700
        0008 0014 f670 2465 6dd6 4a3e 02b8 e071 2e85 c9a2 8ca8 9666`),
    )
  })
})

test('what is not the answer is ignored: another id, half of it, something else', () => {
  const id = hex('b7e7 a701 bc34 d686 fa87 dfae')
  const whole = hex('0101 000c 2112 a442 b7e7 a701 bc34 d686 fa87 dfae 0020 0008 0001 a147 e112 a643')
  expect(decodeStun(whole, id)?.mappedAddress).toBe('192.0.2.1:32853')
  expect(decodeStun(whole, Buffer.alloc(12))).toBeUndefined()
  for (let length = 0; length < whole.length; length += 1) {
    expect(decodeStun(whole.subarray(0, length), id)).toBeUndefined()
  }
  expect(decodeStun(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), id)).toBeUndefined()
})
