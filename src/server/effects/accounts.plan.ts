import type { DomainEventOf, DomainEventType } from '../domain-events.ts'
import type { Effect } from './effect.ts'

/** What goes out for each event of a person's own account: mails to them alone (product §3, §18). */
export const ACCOUNT_PLANS: {
  [Type in Extract<DomainEventType, `account.${string}`>]: (event: DomainEventOf<Type>) => readonly Effect[]
} = {
  'account.recovery_requested': () => [{ kind: 'mail', to: 'person', template: 'recovery' }],
  'account.password_changed': () => [{ kind: 'mail', to: 'person', template: 'passwordChanged' }],
  'account.google_linked': () => [{ kind: 'mail', to: 'person', template: 'googleLinked' }],
  'account.google_unlinked': () => [{ kind: 'mail', to: 'person', template: 'googleUnlinked' }],
  'account.email_change_requested': () => [{ kind: 'mail', to: 'person', template: 'emailChange' }],
  'account.email_changed': () => [{ kind: 'mail', to: 'person', template: 'emailChanged' }],
}
