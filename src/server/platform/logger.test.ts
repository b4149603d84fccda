import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '#test/support/effort/cpu-time.ts'
import { createLogger, redact } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let output = ''
  write(createLogger('info', { write: (line) => void (output += line) }))
  return output
}

const SECRET = 'h4nter2XYZ'

// @spec P.323
test('an address of a person does not reach the log, the version of a package does', () => {
  const refused = '550 5.1.1 <ana.lópez+x@correo.example>: no such person; mailto:luis@mail.correo.mx'
  expect(redact(refused)).toBe('550 5.1.1 <[hidden]>: no such person; mailto:[hidden]')
  const kept =
    '{"stack":"at /node_modules/.pnpm/fastify@5.6.2/lib/x.js","url":"postgres://db/norte","package":"a@1"}'
  expect(redact(kept)).toBe(kept)
  for (const before of ['\n', '\u0007', '"', '\\', 'a\n'])
    expect(JSON.parse(redact(JSON.stringify(`${before}ana@correo.example`)))).toMatch(/\[hidden\]$/)
})

describe('a secret does not reach the log', () => {
  test.each([
    ['as a field', { password: SECRET }],
    ['in another spelling', { newPassword: SECRET, accessToken: SECRET, client_secret: SECRET }],
    ['deep inside', { req: { body: { user: [{ token: SECRET }] } } }],
    [
      'in headers',
      {
        headers: {
          'authorization': `Bearer ${SECRET}`,
          'set-cookie': `a=${SECRET}`,
          'x-session-token': SECRET,
        },
      },
    ],
    ['in a link', { url: `/invitation/0b7?t=${SECRET}` }],
    ['in a link among others', { url: `/recovery?lng=es&t=${SECRET}#x` }],
    [
      'in a link inside another',
      { url: `https://wa.me/?text=Hola%20https%3A%2F%2Fnorte.mx%2Fi%3Ft%3D${SECRET}` },
    ],
    ['in a fragment', { url: `https://norte.mx/#google=${SECRET}&new=1` }],
    ['in a referrer', { headers: { referer: `https://norte.mx/?ticket=${SECRET}` } }],
    ['in a connection address', { DATABASE: `postgres://norte:${SECRET}@db/norte` }],
    ['in the address of a file', { url: `/v1/file/0b7?until=1&signature=${SECRET}` }],
    ['in a feed address', { url: `/v1/calendar/feed/${SECRET}.ics` }],
    ['in a feed address without its ending', { url: `/v1/calendar/feed/${SECRET}?x=1` }],
    [
      'in a feed address inside another',
      {
        url: `https://calendar.example/r?cid=webcal%3A%2F%2Fnorte.mx%2Fv1%2Fcalendar%2Ffeed%2F${SECRET}.ics`,
      },
    ],
    ['with quotes in it', { password: `${SECRET}"x\\` }],
    ['as a JWT in a text', { text: `bad eyJhbGciOiJIUzI1NiJ9.${SECRET}.c2ln` }],
  ])('%s', (_where, fields) => {
    const line = logged((logger) => logger.info(fields, 'done'))
    expect(line).not.toContain(SECRET)
    expect(line).toContain('[hidden]')
    expect(JSON.parse(line)).toMatchObject({ msg: 'done', level: 'info' })
  })

  test('in an error: message, cause and stack', () => {
    const line = logged((logger) =>
      logger.error(new Error(`no such link /x?t=${SECRET}`, { cause: new Error(`Bearer ${SECRET}`) })),
    )
    expect(line).not.toContain(SECRET)
    expect(JSON.parse(line).err.message).toBe('no such link /x?t=[hidden] Bearer [hidden]')
  })

  test('attached to an error by a library: a connection, a row', () => {
    const error = Object.assign(new Error('Connection terminated'), {
      code: '57P01',
      constraint: 'users_email_unique',
      detail: `Key (email)=(${SECRET}) already exists.`,
      client: { connectionParameters: { user: SECRET }, _queryQueue: [] },
    })
    const line = logged((logger) => logger.warn({ err: error }, 'database connection lost'))
    expect(line).not.toContain(SECRET)
    expect(Object.keys(JSON.parse(line).err)).toEqual(['type', 'message', 'code', 'constraint', 'stack'])
    expect(JSON.parse(line).err).toMatchObject({ code: '57P01', message: 'Connection terminated' })
  })

  test('as a mailed code', () => {
    expect(JSON.parse(logged((logger) => logger.info({ code: '482913' }))).code).toBe('[hidden]')
  })
})

describe('useful information is kept', () => {
  test('refusal codes, constraint codes, addresses and the rest of a link', () => {
    const fields = {
      code: '23505',
      refusal: { code: 'session.overlap' },
      url: '/v1/client/1?page=2&direction=asc',
      n: 5,
    }
    expect(JSON.parse(logged((logger) => logger.info(fields)))).toMatchObject(fields)
  })

  test('one event is one line, whatever text a person typed', () => {
    const line = logged((logger) => logger.info({ name: 'a\r\n{"level":"fatal"}' }, 'b\nc'))
    expect(line.trimEnd().split('\n')).toHaveLength(1)
  })

  test('a redacted line is still JSON', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 2 }), (fields) => {
        expect(() => JSON.parse(redact(JSON.stringify(fields)))).not.toThrow()
      }),
    )
  })

  test('a long hostile line is processed quickly', () => {
    const line = JSON.stringify({
      password: '\\"'.repeat(32_768),
      url: 'a://'.repeat(16_384),
      t: '?t='.repeat(20_000),
    })
    expect(cpuTimeOf(() => redact(line))).toBeLessThan(500)
  })
})
