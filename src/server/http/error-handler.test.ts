import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { localesFolder } from '../folders.ts'
import { createTexts } from '../platform/texts.ts'
import { handleErrors } from './error-handler.ts'

async function answerTo(error: Error) {
  const app = Fastify()
  handleErrors(app, { texts: createTexts(localesFolder) } as Deps)
  app.get('/', () => Promise.reject(error))
  const { statusCode, body } = await app.inject('/')
  return { statusCode, ...(JSON.parse(body) as { error: string; code: string }) }
}

describe('an unexpected failure', () => {
  test.each([
    ['refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['has no connection free in time', new Error('timeout exceeded when trying to connect')],
    ['is not known by its name yet', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
    ['has no more connections', Object.assign(new Error('sorry, too many clients'), { code: '53300' })],
    ['took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['did not answer in time', new Error('Query read timeout')],
    ['has no socket', Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' })],
    ['went away in the middle', new Error('Connection terminated unexpectedly')],
    ['never answered', new Error('Connection terminated due to connection timeout')],
  ])('is "try later" if the database %s', async (_why, error) => {
    expect(await answerTo(error)).toMatchObject({ statusCode: 503, code: 'server.unavailable' })
  })

  test.each(['ENOSPC', 'EDQUOT', '53100'])(
    'says that there is no room if a disk is full: %s',
    async (code) => {
      const full = Object.assign(new Error('no space left on device, write'), { code })
      expect(await answerTo(full)).toMatchObject({
        statusCode: 503,
        code: 'server.no_space',
        error: expect.stringContaining('no tiene espacio'),
      })
    },
  )

  test('is not "try later" if a file of ours is missing', async () => {
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
    expect(await answerTo(missing)).toMatchObject({ statusCode: 500 })
  })

  test('is a general text otherwise, and does not reveal the cause', async () => {
    const { statusCode, code, error } = await answerTo(new Error('relation "secreto" does not exist'))
    expect([statusCode, code]).toEqual([500, 'server.error'])
    expect(error).not.toContain('secreto')
  })
})
