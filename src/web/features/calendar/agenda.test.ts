import { expect, test } from 'vitest'
import type { SessionListItem } from '#contract/sessions.ts'
import { agendaDays } from './agenda.ts'

const at = (startsAt: string) => ({ startsAt }) as Pick<SessionListItem, 'startsAt'>

test('a session stands under the day it has for the reader, not under the day of UTC', () => {
  // 02:00 UTC is still the evening before in Mexico City, and already the same day in Madrid.
  const late = at('2026-11-26T02:00:00.000Z')
  expect(agendaDays([late], 'America/Mexico_City')).toEqual([{ date: '2026-11-25', sessions: [late] }])
  expect(agendaDays([late], 'Europe/Madrid')).toEqual([{ date: '2026-11-26', sessions: [late] }])
})

test('days and the sessions of a day come in the order of time', () => {
  const [first, second, third] = [
    at('2026-11-25T15:00:00.000Z'),
    at('2026-11-25T18:00:00.000Z'),
    at('2026-11-27T15:00:00.000Z'),
  ]
  const days = agendaDays([third, second, first], 'America/Mexico_City')
  expect(days.map(({ date }) => date)).toEqual(['2026-11-25', '2026-11-27'])
  expect(days[0]?.sessions).toEqual([first, second])
})
