import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type Verify, route } from '#server/route.ts'

const KEY = 'only for tests'

/** A call that only a service with the key can make, as a payment provider calls. */
export const sendNote = endpoint({
  method: 'POST',
  path: '/v1/test/note',
  access: 'signed',
  raw: { maxBytes: 1024 },
  summary: 'Takes a signed note',
  response: z.object({ text: z.string() }),
  errors: [],
})

export const signatureOf = (bytes: Buffer) => createHmac('sha256', KEY).update(bytes).digest('hex')

const verify: Verify<{ text: string }> = (_deps, { headers, bytes }) => {
  const given = Buffer.from(String(headers['x-signature']))
  const expected = Buffer.from(signatureOf(bytes))
  const isGood = given.length === expected.length && timingSafeEqual(given, expected)
  return isGood ? { text: bytes.toString('utf8') } : undefined
}

/** The texts of the notes that reached the use case. */
export const received: string[] = []

/** Answers the text that was signed. */
export const noteRoute = route(
  sendNote,
  async (_deps, { signed }) => {
    received.push(signed.text)
    return { text: signed.text }
  },
  { verify },
)
