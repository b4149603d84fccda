import type { Actor } from './actor.ts'

/**
 * - `answer`: accept an invitation: a visitor, or somebody signed in under the invited address
 * - `answerWithoutCode`: accept or decline without the code that is mailed to the invited address. Holding a shared link
 *   is never enough (product §4); somebody signed in has shown that the address is theirs when it is confirmed
 */
export type InvitationAction = 'answer' | 'answerWithoutCode'

/** The address that was invited, and where its link went: there, or into the coach's hands to be shared. */
export type InvitationSubject = { email: string; tokenKind: 'mail' | 'shared' }

/** What the holder of an invitation's link may do; undefined is a visitor who is not signed in. */
export function can(
  actor: Pick<Actor, 'email' | 'emailVerified'> | undefined,
  action: InvitationAction,
  { email, tokenKind }: InvitationSubject,
): boolean {
  if (action === 'answer') return !actor || actor.email === email
  return tokenKind === 'mail' || (actor?.emailVerified === true && actor.email === email)
}
