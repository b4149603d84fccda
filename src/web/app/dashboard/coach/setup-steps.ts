import type { CoachDashboard } from '#contract/dashboard.ts'

export const SETUP_STEPS = ['email', 'hours', 'client', 'logo', 'links'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Which first steps of a practice are done (product §19). */
export function stepsDone({
  emailVerified,
  hours,
  firstClient,
  logo,
  links,
}: CoachDashboard['setup']): ReadonlySet<SetupStep> {
  const done: Record<SetupStep, boolean> = { email: emailVerified, hours, client: firstClient, logo, links }
  return new Set(SETUP_STEPS.filter((step) => done[step]))
}
