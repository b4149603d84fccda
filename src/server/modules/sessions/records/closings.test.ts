import { expect, test } from 'vitest'
import type { CloseSessionBody } from '#contract/sessions/session-records.ts'
import type { ClientId } from '#contract/values.ts'
import { ownersOf } from './closings.domain.ts'

const [luz, pedro, eva] = ['luz', 'pedro', 'eva'] as ClientId[]

function ownersIn(attendance: CloseSessionBody['attendance'], clientId: ClientId | null, named?: ClientId[]) {
  const action = { text: 'Delegar una tarea', ...(named && { personIds: named }) }
  const body = { attendance, actions: [action] } as unknown as CloseSessionBody
  return ownersOf(body, clientId)[0]!.owners
}

const noted = [
  { personId: luz!, state: 'present' as const },
  { personId: pedro!, state: 'late' as const },
  { personId: eva!, state: 'absent' as const },
]

// product §9, the closing form
test('a new action belongs to the named people, else to the client or to those who attended', () => {
  expect(ownersIn(noted, null, [eva!])).toEqual([eva])
  expect(ownersIn(noted, null)).toEqual([luz, pedro])
  expect(ownersIn([{ personId: luz!, state: 'absent' }], luz!)).toEqual([luz])
})

test('what was agreed for a group without any attendance belongs to everybody with an entry', () => {
  const nobody = noted.map(({ personId }) => ({ personId, state: 'absent' as const }))
  expect(ownersIn(nobody, null)).toEqual([luz, pedro, eva])
})
