import { describe, expect, test } from 'vitest'
import { readArrival } from './google-arrival.ts'

const none = { to: null, linkToken: null }

describe('the result of the sign-in through Google', () => {
  test.each([
    ['#google=abc&new=0', { ...none, outcome: { kind: 'ticket', ticket: 'abc', isNew: false } }],
    ['#google=abc&new=1', { ...none, outcome: { kind: 'ticket', ticket: 'abc', isNew: true } }],
    [
      '#google=abc&new=0&to=%2Fclients%3Fa%3D1',
      { ...none, to: '/clients?a=1', outcome: { kind: 'ticket', ticket: 'abc', isNew: false } },
    ],
    [
      '#google=abc&new=1&t=xyz',
      { ...none, linkToken: 'xyz', outcome: { kind: 'ticket', ticket: 'abc', isNew: true } },
    ],
    ['#google=linked', { ...none, outcome: { kind: 'linked' } }],
    ['#google_error=cancelled', { ...none, outcome: { kind: 'error', error: 'cancelled' } }],
    ['#google_error=whatever', { ...none, outcome: { kind: 'error', error: 'failed' } }],
    ['#google_error=constructor', { ...none, outcome: { kind: 'error', error: 'failed' } }],
  ])('%s', (hash, arrival) => {
    expect(readArrival(hash)).toEqual(arrival)
  })

  test.each(['', '#', '#top', '#google=', '#new=1'])('is absent from %j', (hash) => {
    expect(readArrival(hash)).toBeNull()
  })
})
