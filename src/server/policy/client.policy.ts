import type { CoachActor } from './actor.ts'

/** Whether a coach may send invitations: not before their own address is confirmed (product §3). */
export function mayInvite(actor: CoachActor): boolean {
  return actor.emailVerified
}
