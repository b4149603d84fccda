import type { CloseSessionBody } from '#contract/sessions/session-records.ts'
import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId } from '#contract/values.ts'

/** Who is expected at a session, with their attendance so far. */
export type SessionPeople = {
  people: readonly { personId: ClientId; state: AttendanceState | null }[]
  isGroup: boolean
}

/**
 * The errors in the people of a record, as field → key of `validation`: attendance and new actions name the people of
 * the session, each once. For a group only excused members may be missing: closing ends the expectation, so anybody
 * without an entry would be lost.
 */
export function peopleErrors(
  { attendance, actions = [] }: Pick<CloseSessionBody, 'attendance'> & Partial<CloseSessionBody>,
  { people, isGroup }: SessionPeople,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const noted = attendance.map(({ personId }) => personId)
  const ids = people.map(({ personId }) => personId)
  if (!areOf(ids, noted)) errors['attendance'] = 'attendance_people'
  else if (isGroup && people.some(({ personId, state }) => state === null && !noted.includes(personId))) {
    errors['attendance'] = 'attendance_missing'
  }
  for (const [index, { personIds = [] }] of actions.entries()) {
    if (!areOf(ids, personIds)) errors[`actions.${index}.personIds`] = 'attendance_people'
  }
  return errors
}

/**
 * The owners of each new action: the named ones, else the client; for a group everybody who attended or, if nobody did,
 * everybody with an entry. An action always has an owner.
 */
export function ownersOf(
  { attendance, actions }: CloseSessionBody,
  clientId: ClientId | null,
): (CloseSessionBody['actions'][number] & { owners: readonly ClientId[] })[] {
  const came = attendance.filter(({ state }) => state === 'present' || state === 'late')
  const members = (came.length > 0 ? came : attendance).map(({ personId }) => personId)
  const everybody = clientId === null ? members : [clientId]
  return actions.map((action) => ({ ...action, owners: action.personIds ?? everybody }))
}

function areOf(people: readonly ClientId[], named: readonly ClientId[]): boolean {
  return new Set(named).size === named.length && named.every((id) => people.includes(id))
}
