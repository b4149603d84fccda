import { describe, expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

describe('the database is away', () => {
  test.each([
    ['a server that refuses', failure('connect ECONNREFUSED /run/.s.PGSQL.5432', { code: 'ECONNREFUSED' })],
    ['a socket that is not there', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
    ['a server that stops', failure('terminating connection', { code: '57P01' })],
    ['no connection in time', failure('timeout exceeded when trying to connect')],
  ])('%s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true)
    // The job queue passes on a copy that is not an Error, with its text prepended or appended.
    const { message } = error
    expect(isDatabaseAway({ ...error, message: `${message} (Queue: mails, Worker: 1)` })).toBe(true)
  })

  test.each([
    ['another missing file', failure('open ENOENT', { code: 'ENOENT', syscall: 'open' })],
    ['a row that is there already', failure('duplicate key', { code: '23505' })],
    ['a fault of ours', failure('x is not a function')],
    ['nothing', undefined],
    ['a text', 'timeout exceeded when trying to connect'],
  ])('it is not: %s', (_, error) => expect(isDatabaseAway(error)).toBe(false))
})
