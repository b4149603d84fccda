import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { logRequests } from './request-log.ts'

async function ask(url: string) {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const loggerInstance: FastifyBaseLogger = createLogger('info', destination)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'request-7',
  })
  logRequests(app)
  app.get('/v1/thing/:id', async (request) => {
    request.actor = { userId: 'user-1' } as typeof request.actor
    return { ok: true }
  })
  app.get('/health/live', async () => ({ status: 'ok' }))
  const { headers } = await app.inject({ url })
  await app.close()
  return { lines, headers }
}

describe('a response', () => {
  test('is one line with the request and its duration, and contains the request’s id', async () => {
    const { lines, headers } = await ask('/v1/thing/5?t=secret')
    expect(headers['x-request-id']).toBe('request-7')
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'answered',
        method: 'GET',
        path: '/v1/thing/5',
        status: 200,
        ms: expect.any(Number) as number,
        userId: 'user-1',
        requestId: 'request-7',
      }),
    ])
  })

  test('that finds nothing is logged, one of a health check is not', async () => {
    expect((await ask('/nowhere')).lines).toMatchObject([{ path: '/nowhere', status: 404 }])
    expect((await ask('/health/live')).lines).toEqual([])
  })
})
