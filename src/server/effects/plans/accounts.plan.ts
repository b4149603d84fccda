import type { UserId } from '#contract/values.ts'
import type { DomainEventType } from '#server/domain-events.ts'
import type { PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type AccountEventType = Extract<DomainEventType, `account.${string}`>

/** What goes out for each event of a person's own account: mails to them alone (product §3, §18). */
export const ACCOUNT_PLANS: PlansOf<AccountEventType> = {
  'account.recovery_requested': () => [{ kind: 'mail', to: 'person', template: 'recovery' }],
  'account.password_changed': () => [{ kind: 'mail', to: 'person', template: 'passwordChanged' }],
  'account.export_ready': () => [{ kind: 'mail', to: 'person', template: 'exportReady' }],
  'account.google_linked': () => [{ kind: 'mail', to: 'person', template: 'googleLinked' }],
  'account.google_unlinked': () => [{ kind: 'mail', to: 'person', template: 'googleUnlinked' }],
  'account.email_change_requested': () => [{ kind: 'mail', to: 'person', template: 'emailChange' }],
  'account.email_changed': () => [{ kind: 'mail', to: 'person', template: 'emailChanged' }],
}

/** An account's mails go to its person, at the address that is to hear of it. */
export const ACCOUNT_TOLD: ToldOf<AccountEventType> = {
  'account.recovery_requested': atAccount,
  'account.password_changed': atAccount,
  'account.export_ready': atAccount,
  'account.google_linked': atAccount,
  'account.google_unlinked': atAccount,
  'account.email_change_requested': ({ subjectId }) => ({ person: { userId: subjectId, at: 'newAddress' } }),
  // The old address gets a notice that it no longer belongs to the account.
  'account.email_changed': ({ subjectId, payload }) => ({
    person: { userId: subjectId, at: { email: payload.before } },
  }),
}

function atAccount({ subjectId }: { subjectId: UserId }): Told {
  return { person: { userId: subjectId, at: 'account' } }
}
