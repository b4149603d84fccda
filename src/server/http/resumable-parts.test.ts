import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { resumableAnswers } from '../platform/files/resumable.ts'

const PATH = '/upload'
const SIZE = 600_000
let server: Server | undefined
afterEach(() => server?.close())

/** A server whose parts are stored by `add`, and how it answers one of all the bytes. */
async function sent(add: (source: Readable) => Promise<number>): Promise<{ status: number; body: string }> {
  const answer = resumableAnswers(PATH)
  server = createServer((request, response) => {
    void answer(request, response, {
      id: 'one',
      find: async () => ({ byteSize: SIZE, received: 0 }),
      add,
      answerOf: ({ message }) => ({ status: 503, headers: {}, body: message }),
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${PATH}/one`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(SIZE),
  })
  return { status: response.status, body: await response.text() }
}

// @spec P.107
test('a part of which nothing could be stored is answered once all of it has come', async () => {
  const refuse = () => Promise.reject(new Error('no room for the folder'))
  expect(await sent(refuse)).toEqual({ status: 503, body: 'no room for the folder' })
})

test('a part with fewer bytes than announced is a cut, and no fault', async () => {
  const cut = async (source: Readable) => {
    source.resume()
    throw new RangeError('The file has another size than announced')
  }
  expect((await sent(cut)).status).toBe(400)
})
