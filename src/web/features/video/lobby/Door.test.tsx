import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallDto } from '#contract/video/calls.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Door } from './Door.tsx'

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    peerId: `peer ${n}`,
    userId: `user ${n}`,
    side: n === 0 ? 'coach' : 'client',
    name: `Persona ${n + 1}`,
    lastName: '',
    photo: null,
  })) as unknown as CallDto['peers']

function showDoor(type: 'Client' | 'Group', call: Partial<CallDto>) {
  const session = confirmedSession({ type })
  const whole: CallDto = {
    sessionId: session.id,
    state: 'open',
    opensAt: session.startsAt,
    closesAt: session.endsAt,
    mayJoin: true,
    peers: [],
    route: 'sfu',
    most: 12,
    ...call,
  }
  show(<Door session={session} call={whole} onJoin={() => undefined} />)
}

beforeEach(signInCoach)

// @spec P.263
describe('the door of a room', () => {
  test.each([4, 12])('says how many people fit into one of a group: %i', (most) => {
    showDoor('Group', { most })
    expect(screen.getByText(`En esta sala caben hasta ${most} personas.`)).toBeTruthy()
  })

  test('says nothing of it to the two of a session', () => {
    showDoor('Client', { most: 4 })
    expect(screen.queryByText(/caben/)).toBeNull()
  })

  test('says that it is full, and for how many it is', () => {
    showDoor('Group', { peers: people(12), mayJoin: false })
    expect(screen.getByText(/La sala está llena: caben 12 personas\. Espera/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Unirme' })).toHaveProperty('disabled', true)
  })

  test('says that the last place is kept for the coach', () => {
    showDoor('Group', { peers: people(4).slice(1), most: 4, mayJoin: false })
    expect(screen.getByText(/caben 4 personas, y un lugar es para tu coach/)).toBeTruthy()
  })

  test('says something else to somebody who may not go in for another reason', () => {
    showDoor('Group', { peers: people(3), mayJoin: false })
    expect(screen.getByText(/Por ahora no puedes entrar: tu proceso está en pausa/)).toBeTruthy()
  })
})
