import type { CloseSessionBody } from '#contract/session-records.ts'
import type { ClientId } from '#contract/values.ts'

/**
 * What is wrong with who is named in a record, as field → key of `validation`: attendance and new actions name the
 * people of the session, each once. `people` are those who are expected or noted.
 */
export function peopleErrors(
  { attendance, actions = [] }: Pick<CloseSessionBody, 'attendance'> & Partial<CloseSessionBody>,
  people: readonly ClientId[],
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (
    !areOf(
      people,
      attendance.map(({ personId }) => personId),
    )
  )
    errors['attendance'] = 'attendance_people'
  for (const [index, { personIds = [] }] of actions.entries()) {
    if (!areOf(people, personIds)) errors[`actions.${index}.personIds`] = 'attendance_people'
  }
  return errors
}

/**
 * For whom each new action is: whoever is named, else the client; of a group everybody who was there, or, when nobody
 * was, everybody who is noted. What was agreed never belongs to nobody.
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
