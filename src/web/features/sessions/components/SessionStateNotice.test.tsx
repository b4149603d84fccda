import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MINUTE_MS, epochMs, systemClock, toIso } from '#time/clock.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { SessionStateNotice } from './SessionStateNotice.tsx'

const viewer = { side: 'client', timezone: 'America/Mexico_City', clientId: null } as never
const startingIn = (minutes: number) => {
  const start = epochMs(systemClock.now() + minutes * MINUTE_MS)
  return confirmedSession({
    phase: 'inProgress',
    startsAt: toIso(start),
    cancellation: null,
    attendance: [],
  })
}

// The room opens ten minutes before (product §9): nobody is to think that they are late.
test('a session that can be joined already says that it still has to start', () => {
  show(<SessionStateNotice session={startingIn(7)} viewer={viewer} />)
  expect(screen.getByText(/^Empieza en/)).toBeTruthy()
  expect(screen.queryByText('La sesión está en curso.')).toBeNull()
})

test('one that has started says that it is on', () => {
  show(<SessionStateNotice session={startingIn(-7)} viewer={viewer} />)
  expect(screen.getByText('La sesión está en curso.')).toBeTruthy()
})
