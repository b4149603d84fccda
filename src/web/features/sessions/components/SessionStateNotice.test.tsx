import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { useViewer } from '#web/store/viewer.ts'
import { SessionStateNotice } from './SessionStateNotice.tsx'

function Notice() {
  const session = confirmedSession({ phase: 'inProgress', attendance: [], cancellation: null })
  return <SessionStateNotice session={session} viewer={useViewer()} />
}

beforeEach(signInCoach)

test('while its room is open and it has not begun, a session says when it begins', () => {
  setNow('2027-02-04T14:53:00.000Z')
  show(<Notice />)
  expect(screen.getByText('Empieza en 7 minutos')).toBeTruthy()
  expect(screen.queryByText('La sesión está en curso.')).toBeNull()
})

test('once it has begun, that it is under way', () => {
  setNow('2027-02-04T15:00:00.000Z')
  show(<Notice />)
  expect(screen.getByText('La sesión está en curso.')).toBeTruthy()
})
