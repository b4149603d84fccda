import type { ClientDto } from '#contract/clients.ts'
import type { GroupDetail } from '#contract/groups.ts'

/** A client as the dialog offers them; with a reason they cannot be chosen. */
export type Candidate = Pick<ClientDto, 'id' | 'fullName' | 'name' | 'lastName' | 'email' | 'photo'> & {
  reason: 'member' | 'invited' | 'paused' | 'finished' | 'unverified' | null
  /** They are not in at once, but when they accept the invitation. */
  waits: boolean
}

/**
 * Whom the dialog offers: everybody but the archived; those who cannot be added are last, with the reason (product §7).
 */
export function candidatesOf(
  clients: readonly ClientDto[],
  { people = [] }: Pick<GroupDetail, 'people'>,
  emailVerified: boolean,
): Candidate[] {
  const statuses = new Map(people.map(({ clientId, status }) => [clientId, status]))
  const candidates = clients
    .filter(({ status }) => status !== 'archived')
    .map(({ id, fullName, name, lastName, email, photo, status }) => {
      const waits = status !== 'active'
      return {
        id,
        fullName,
        name,
        lastName,
        email,
        photo,
        waits,
        reason:
          reasonOf(statuses.get(id), status) ?? (needsMail(status) && !emailVerified ? 'unverified' : null),
      }
    })
  return [
    ...candidates.filter(({ reason }) => reason === null),
    ...candidates.filter(({ reason }) => reason !== null),
  ]
}

type MemberStatus = NonNullable<GroupDetail['people']>[number]['status']

function reasonOf(member: MemberStatus | undefined, status: ClientDto['status']): Candidate['reason'] {
  if (member === 'active') return 'member'
  if (member === 'invited') return 'invited'
  return status === 'paused' || status === 'finished' ? status : null
}

/** Whether adding them mails an invitation; an open one serves for the group too. */
const needsMail = (status: ClientDto['status']) =>
  status === 'notInvited' || status === 'declined' || status === 'expired'
