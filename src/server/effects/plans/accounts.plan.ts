import type { UserId } from '#contract/values.ts'
import type { DomainEventType } from '#server/domain-events.ts'
import type { Effect, MailTemplate, PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type AccountEventType = Extract<DomainEventType, `account.${string}`>

/** What goes out for each event of a person's own account: mails to them alone (product §3, §18). */
export const ACCOUNT_PLANS: PlansOf<AccountEventType> = {
  'account.recovery_requested': () => [mailPerson('recovery')],
  'account.password_changed': () => [mailPerson('passwordChanged')],
  'account.export_ready': () => [mailPerson('exportReady')],
  'account.deletion_asked': (event) => [mailPerson('deletionAsked'), ...ownScreens(event)],
  'account.deletion_near': () => [mailPerson('deletionNear')],
  'account.kept': (event) => [mailPerson('accountKept'), ...ownScreens(event)],
  'account.google_linked': () => [mailPerson('googleLinked')],
  'account.google_unlinked': () => [mailPerson('googleUnlinked')],
  'account.email_change_requested': () => [mailPerson('emailChange')],
  'account.email_changed': () => [mailPerson('emailChanged')],
}

function mailPerson(template: MailTemplate): Effect {
  return { kind: 'mail', to: 'person', template }
}

/** A coach's other tabs; a client's are told with their coach. */
function ownScreens({ coachId, subjectId }: { coachId: UserId; subjectId: UserId }): readonly Effect[] {
  return coachId === subjectId ? [{ kind: 'changed', to: ['coach'], subject: 'profile', id: coachId }] : []
}

/** An account's mails go to its person, at the address that is to hear of it. */
export const ACCOUNT_TOLD: ToldOf<AccountEventType> = {
  'account.recovery_requested': atAccount,
  'account.password_changed': atAccount,
  'account.export_ready': atAccount,
  'account.deletion_asked': atAccount,
  'account.deletion_near': atAccount,
  'account.kept': atAccount,
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
