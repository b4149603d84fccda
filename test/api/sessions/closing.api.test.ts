import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { makeApp } from '#test/support/app.ts'
import { requestText } from '#test/support/wire.ts'

test('a request that comes while the server ends is refused like every other', async () => {
  const app = await makeApp()
  const { hostname, port } = new URL(await app.listen())
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const request = requestText(['GET /v1/countries HTTP/1.1', 'host: x'])
  // Under way: an idle connection would be ended at once.
  socket.write(request.slice(0, -2))
  await once(app.server, 'connection')
  const ended = app.close()
  socket.write(request.slice(-2))
  await Promise.all([once(socket, 'close'), ended])

  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 /)
  expect(head.toLowerCase()).toMatch(/^retry-after: 1$/m)
  expect(head.toLowerCase()).toMatch(/^connection: close$/m)
  expect(head.toLowerCase()).toMatch(/^x-content-type-options: nosniff$/m)
  expect(head.toLowerCase()).toMatch(/^x-request-id: [\da-f-]{36}$/m)
  expect(JSON.parse(body)).toEqual({
    code: 'server.unavailable',
    error: 'El servicio no está disponible. Inténtalo de nuevo en un momento.',
    requestId: expect.any(String) as string,
  })
})
