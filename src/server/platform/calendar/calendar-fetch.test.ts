import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  NO_SUCH_NAME,
  type CalendarServer,
  startCalendarServer,
} from '#test/support/fakes/calendar-server.ts'
import { createCalendarFetch } from './calendar-fetch.ts'

let server: CalendarServer
beforeAll(async () => {
  server = await startCalendarServer({
    addresses: {
      'intranet.example': ['10.0.0.7'],
      'both.example': ['127.0.0.1', '192.168.1.1'],
      'nobody.example': [],
    },
  })
  server.serve('/a.ics', 'BEGIN:VCALENDAR')
})
afterAll(() => server.close())

const redirect = (to: string) => (_: unknown, response: { writeHead: Function; end: () => void }) => {
  response.writeHead(302, { location: to })
  response.end()
}
const read = (path: string, host?: string) => server.fetch.read(server.url(path, host))

// @spec P.46
describe('an address', () => {
  const fetch = createCalendarFetch()
  test.each([
    ['https://calendario.example/a.ics', 'https://calendario.example/a.ics'],
    ['webcal://calendario.example/a.ics?x=1#y', 'https://calendario.example/a.ics?x=1'],
    ['WEBCALS://calendario.example:8443/a', 'https://calendario.example:8443/a'],
    ['https://calendario.example:443/', 'https://calendario.example/'],
  ])('%s is read as %s', (address, kept) => {
    expect(fetch.accept(address)).toBe(kept)
  })

  test.each([
    'http://calendario.example/a.ics',
    'ftp://calendario.example/a.ics',
    'file:///etc/passwd',
    'data:text/calendar,BEGIN:VCALENDAR',
    'javascript:alert(1)',
    'gopher://calendario.example/',
    'https://ana:secreta@calendario.example/a.ics',
    'https://calendario.example:22/',
    'https://calendario.example:80/',
    'https://',
    'calendario.example/a.ics',
    '//calendario.example',
    '',
  ])('%s is not read', (address) => {
    expect(fetch.accept(address)).toBeUndefined()
  })
})

describe('an address that is not public', () => {
  // The address itself, in all its notations: no resolver is asked.
  const direct = createCalendarFetch({
    resolve: () => Promise.reject(new Error('A name was resolved')),
    request: () => {
      throw new Error('A connection was made')
    },
  })
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '169.254.169.254',
    '0xa9fea9fe',
    '10.1',
    '192.168.0.1:8443',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('https://%s/ is refused without a connection', async (host) => {
    expect(await direct.read(`https://${host}/a.ics`)).toEqual({ failure: 'refused' })
  })

  test('fails under any name like a name that does not resolve, also as one address of several', async () => {
    const before = server.asked.length
    const nowhere = await read('/a.ics', NO_SUCH_NAME)
    expect(nowhere).toEqual({ failure: 'unreachable' })
    expect(await read('/a.ics', 'intranet.example')).toEqual(nowhere)
    expect(await read('/a.ics', 'both.example')).toEqual(nowhere)
    expect(server.asked).toHaveLength(before)
    expect(await read('/a.ics')).toEqual({ text: 'BEGIN:VCALENDAR' })
  })

  test('is not reached through a name that changes between the check and the connection', async () => {
    const answers = ['127.0.0.1', '10.0.0.7', '10.0.0.7']
    const rebinding = await startCalendarServer({
      resolve: () => Promise.resolve([{ address: answers.shift()!, family: 4 }]),
    })
    rebinding.serve('/a.ics', 'BEGIN:VCALENDAR')
    expect(await rebinding.fetch.read(rebinding.url('/a.ics'))).toEqual({ text: 'BEGIN:VCALENDAR' })
    // One lookup, and one connection to its result.
    expect(answers).toHaveLength(2)
    expect(await rebinding.fetch.read(rebinding.url('/a.ics'))).toEqual({ failure: 'unreachable' })
    expect(rebinding.asked).toHaveLength(1)
    await rebinding.close()
  })

  test.each([
    ['by address', (): string => 'https://10.0.0.7/a.ics'],
    ['without TLS', () => 'http://calendario.example/a.ics'],
    ['as a file', () => 'file:///etc/passwd'],
    ['on a port of a service', () => 'https://calendario.example:25/'],
  ])('is refused %s after a redirect too', async (_, to) => {
    server.serve('/to-inside', redirect(to()))
    expect(await read('/to-inside')).toEqual({ failure: 'refused' })
  })

  test('cannot be distinguished from an unreachable one after a redirect', async () => {
    server.serve('/to-inside', redirect(server.url('/a.ics', 'intranet.example')))
    expect(await read('/to-inside')).toEqual({ failure: 'unreachable' })
  })
})

describe('redirects', () => {
  test('are followed three times, relative ones too', async () => {
    server.serve('/1', redirect('/2'))
    server.serve('/2', redirect(server.url('/3', 'otro.example')))
    server.serve('/3', redirect('/a.ics'))
    expect(await read('/1')).toEqual({ text: 'BEGIN:VCALENDAR' })
    server.serve('/0', redirect('/1'))
    expect(await read('/0')).toEqual({ failure: 'too_many_redirects' })
    server.serve('/loop', redirect('/loop'))
    expect(await read('/loop')).toEqual({ failure: 'too_many_redirects' })
  })
})

describe('the body', () => {
  test('may be compressed', async () => {
    server.serve('/packed', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('BEGIN:VCALENDAR'))
    })
    expect(await read('/packed')).toEqual({ text: 'BEGIN:VCALENDAR' })
  })

  test('is rejected when it exceeds two megabytes, compressed or not', async () => {
    const half = Buffer.alloc(1024 * 1024, 'x')
    let closed = false
    server.serve('/endless', (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(half));
      }
      response.on('drain', more).on('close', () => (closed = true))
      more()
    })
    server.serve('/bomb', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    })
    expect(await read('/bomb')).toEqual({ failure: 'too_large' })
    expect(await read('/endless')).toEqual({ failure: 'too_large' })
    await expect.poll(() => closed).toBe(true)
  })

  test.each([
    ['br', 'not_calendar'],
    ['gzip', 'unreachable'],
  ])('with a wrong Content-Encoding %s is no calendar', async (encoding, failure) => {
    server.serve(`/${encoding}`, (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('BEGIN:VCALENDAR')
    })
    expect(await read(`/${encoding}`)).toEqual({ failure })
  })
})

describe('a server', () => {
  test('that is silent, stops in the middle or sends something else, is abandoned in time', async () => {
    const hasty = await startCalendarServer({ timeoutMs: 200 })
    hasty.serve('/silent', () => undefined)
    hasty.serve('/half', (_, response) => {
      response.write('BEGIN:VCALENDAR')
    })
    hasty.serve('/broken', (message) => message.socket.destroy())
    hasty.serve('/switching', (message) => {
      message.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    })
    for (const path of ['/silent', '/half', '/broken', '/switching']) {
      expect([path, await hasty.fetch.read(hasty.url(path))]).toEqual([path, { failure: 'unreachable' }])
    }
    await hasty.close()
  })

  test.each([401, 404, 500, 204, 304])('that answers %i has no calendar', async (status) => {
    server.serve(`/${status}`, (_, response) => response.writeHead(status).end())
    expect(await read(`/${status}`)).toEqual({ failure: 'unreachable' })
  })

  test('that has no address, or whose lookup never ends, is unreachable', async () => {
    expect(await read('/a.ics', 'nobody.example')).toEqual({ failure: 'unreachable' })
    const slow = createCalendarFetch({ resolve: () => new Promise(() => undefined), timeoutMs: 50 })
    expect(await slow.read('https://calendario.example/a.ics')).toEqual({ failure: 'unreachable' })
  })
})
