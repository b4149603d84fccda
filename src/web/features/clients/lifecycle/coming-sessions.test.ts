import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { endingWith } from './coming-sessions.ts'

const now = fromIso('2027-02-02T16:00:00.000Z')
const at = (startsAt: string, status = 'confirmed', type = 'Client') =>
  ({ startsAt: `2027-02-${startsAt}:00.000Z`, status, type }) as Parameters<typeof endingWith>[0][number]

// product §6: pausing, finishing or archiving cancels the upcoming sessions
// @spec P.70
test('confirmed and pending sessions that have not begun end with the process', () => {
  const coming = [at('02T17:00'), at('03T10:00', 'requested'), at('04T10:00', 'proposed')]
  const others = [
    at('02T15:30'),
    at('02T16:00'),
    at('05T10:00', 'cancelledByClient'),
    at('05T10:00', 'rejected'),
    at('05T10:00', 'confirmed', 'Group'),
  ]
  expect(endingWith([...others, ...coming], now)).toEqual(coming)
})
