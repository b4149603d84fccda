import { once } from 'node:events'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/listen.ts'
import { openDoor } from './door.ts'

async function setUp(host: string) {
  const door = await openDoor({ host, port: 0, setting: 'PORT' }, (_request, response) =>
    response.writeHead(503, { connection: 'close' }).end('starting'),
  )
  const app = Fastify({ forceCloseConnections: true })
  const seen: (string | undefined)[] = []
  app.get('/', async (request) => {
    seen.push(request.raw.socket.localAddress)
    return 'ready'
  })
  let requests = 0
  app.server.on('request', () => (requests += 1))
  onTestFinished(async () => {
    await app.close()
    await door.close()
  })
  const ask = async (address: string) => {
    const [response] = await once(get({ host: address, port: door.port, agent: false }), 'response')
    return text(response)
  }
  return { door, app, seen, ask, requests: () => requests }
}

const probe = createServer().listen(0, '::1')
const hasBoth = await once(probe, 'listening').then(
  () => true,
  () => false,
)
probe.close()

test.skipIf(!hasBoth)(
  'every address of localhost leads to the one server, also the one that its door had open',
  async () => {
    const { door, app, seen, ask, requests } = await setUp('localhost')
    const addresses = async () => ['127.0.0.1', '::1']
    await listen(app, { host: 'localhost', port: door.port }, door, addresses)
    expect(await ask('127.0.0.1')).toBe('ready')
    expect(await ask('::1')).toBe('ready')
    expect(seen).toEqual(['127.0.0.1', '::1'])
    // Sockets and the shutdown go by what this server sees.
    expect(requests()).toBe(2)
  },
)

test('who came to the door and asks once there is a server is answered by it', async () => {
  const { door, app, ask } = await setUp('127.0.0.1')
  const early = connect({ host: '127.0.0.1', port: door.port })
  await once(early, 'connect')
  // A later connection is accepted after it.
  expect(await ask('127.0.0.1')).toBe('starting')
  await listen(app, { host: '127.0.0.1', port: door.port }, door)
  early.write('GET / HTTP/1.1\r\nHost: norte\r\n\r\n')
  const answer = await text(early)
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*ready$/)
  expect(answer).toMatch(/^connection: close\r$/im)
})
