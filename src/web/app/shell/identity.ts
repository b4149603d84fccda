import type { SessionUser, UserType } from '#contract/account/auth.ts'

/** What the header says a person is (spec §1): their role, or their occupation when they have none. */
export function roleOf(
  user: Pick<SessionUser, 'role' | 'jobOcuppation'>,
): { role: 'client' | 'member' | 'collaborator' | 'coach' } | { occupation: string } {
  if (user.role) return { role: user.role }
  return user.jobOcuppation ? { occupation: user.jobOcuppation } : { role: 'coach' }
}

/** The practice in the sidebar (spec §1): a coach's own name and logo, and for a client those of their coach. */
export function practiceOf(
  user: Pick<SessionUser, 'companyName' | 'companyPhoto' | 'coach'>,
  userType: UserType | null,
): { name: string | null; logo: string | null } {
  const owner = userType === 'coach' ? user : user.coach
  return { name: owner?.companyName ?? null, logo: owner?.companyPhoto?.fileURL ?? null }
}
