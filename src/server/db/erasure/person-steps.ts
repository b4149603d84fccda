import { NOBODYS_ADDRESS } from '../nobodys-addresses.ts'
import { type Step, blank, remove } from './steps.ts'

const own = 't.user_id = (select id from me)'
const endedRecord = 't.client_id in (select id from ended)'
/** Of a goal in whose words the person has a part. */
const worded = `t.goal_id in (select g.id from goals g where g.client_id in (select id from ended) and g.client_worded)`

/** What is written in the place of a person, where something has to be. */
const NOBODY = {
  name: '(select name from me)',
  last_name: '(select last_name from me)',
  email: `t.id::text || '${NOBODYS_ADDRESS}'`,
}

/**
 * How an account ends, in this order. First what the person wrote as a client, and what others were told of them, in the practices of
 * their coaches; then the account. What a coach wrote stays with the coach.
 */
export const PERSON_STEPS: readonly Step[] = [
  remove(
    'timers',
    `t.command ->> 'userId' = (select id::text from me) and t.command ->> 'type' not like 'account.%'
      or t.command ->> 'email' in (select email from addresses)`,
  ),
  remove('resource_files', endedRecord),
  remove('session_agenda_items', endedRecord),
  remove('session_preparations', endedRecord),
  remove('session_feedback', endedRecord),
  blank('session_attendances', { reason: 'null' }, endedRecord),
  // The words with which they asked for a session, or cancelled one.
  blank('sessions', { objective: 'null' }, `${endedRecord} and t.asked_at is not null`),
  blank('sessions', { cancel_reason: 'null' }, `${endedRecord} and t.cancelled_by = 'client'`),
  remove('actions', `${endedRecord} and t.created_by = 'client'`),
  blank('actions', { text: '(select words from me)', detail: 'null' }, `${endedRecord} and t.client_worded`),
  // How it went is theirs; why it was dropped, whose who dropped it.
  blank('actions', { comment: 'null' }, endedRecord),
  blank('actions', { reason: 'null' }, `${endedRecord} and t.changed_by = 'client'`),
  remove('goals', `${endedRecord} and t.created_by = 'client'`),
  blank(
    'goals',
    { title: '(select words from me)', why: 'null', area: 'null', unit: 'null' },
    `${endedRecord} and t.client_worded`,
  ),
  blank(
    'goals',
    { reflection: 'null' },
    `${endedRecord} and exists (
      select from domain_events e
      where e.subject_id = t.id and e.type = 'goal.moved' and e.actor_user_id = (select id from me))`,
  ),
  remove('goal_wordings', worded),
  blank('goal_milestones', { text: '(select words from me)' }, worded),
  blank(
    'goal_check_ins',
    {
      milestones: `(select jsonb_agg(
          case when m ? 'tick' then jsonb_set(m, '{tick,text}', to_jsonb((select words from me))) else m end)
        from jsonb_array_elements(t.milestones) m)`,
    },
    `t.milestones is not null and ${worded}`,
  ),
  blank('goal_check_ins', { comment: 'null' }, endedRecord),
  // What others were told of them, with their name in it. Of people in groups earlier releases stored no id.
  remove(
    'notifications',
    `t.membership_id in (select m.id from memberships m where m.coach_id in (select coach_id from ended))
      and (t.body -> 'client' ->> 'id' in (select id::text from ended)
        or t.body ->> 'client' in (select id::text from ended)
        or t.body -> 'client' is null and exists (
          select from ended e where t.body ->> 'name' = e.name and t.body ->> 'lastName' = e.last_name))`,
  ),
  remove(
    'client_imports',
    `t.coach_id in (select coach_id from ended)
      and exists (select from addresses a where strpos(t.people::text, to_json(a.email)::text) > 0)`,
  ),
  remove('invitation_codes', endedRecord),
  remove('invitation_tokens', endedRecord),
  remove('invitation_mails', 't.email in (select email from addresses)'),
  blank(
    'domain_events',
    { payload: `t.payload - 'email' - 'reason' - 'before' - 'calledOff'` },
    `(t.actor_user_id = (select id from me) or t.subject_id in (select id from ended))
      and t.type <> 'account.email_changed'`,
  ),
  // With its sign-ins, their pushes, its notifications and feeds.
  remove('notifications', own),
  remove('memberships', own),
  remove('auth_sessions', own),
  remove('identities', own),
  remove('notification_settings', own),
  remove('channel_preferences', `${own} or t.email in (select email from addresses)`),
  remove('email_changes', own),
  remove('email_codes', own),
  remove('password_resets', own),
  remove('oidc_flows', 't.link_user_id = (select id from me)'),
  remove('oidc_tickets', 't.email in (select email from addresses)'),
  // After all that is found by an earlier address, which these have.
  remove(
    'domain_events',
    `t.subject_id = (select id from me) and (t.type like 'account.%' or t.type = 'email.code_requested')`,
  ),
  remove('message_reads', own),
  remove('message_tellings', own),
  // Archives of their coaches, and of those in their groups, contain what goes here; they can be asked for again.
  remove(
    'data_exports',
    `${own} or t.user_id in (select coach_id from ended) or t.user_id in (
      select m.user_id from memberships m join group_members g on g.client_id = m.client_id
      where g.group_id in (select of_person.group_id from group_members of_person where of_person.client_id in (select id from ended)))`,
  ),
  remove('data_imports', own),
  remove('files', 't.owner_user_id = (select id from me) or t.id in (select photo_id from ended)'),
  blank(
    'clients',
    {
      ...NOBODY,
      phone: 'null',
      whatsapp: 'null',
      job_occupation: 'null',
      company_name: 'null',
      country: 'null',
      city: 'null',
      objective: 'null',
      photo_id: 'null',
      tags: `'{}'`,
      source: 'null',
      emergency_contact: 'null',
    },
    't.id in (select id from ended)',
  ),
  blank(
    'users',
    {
      ...NOBODY,
      email_verified_at: 'null',
      password_hash: 'null',
      job_occupation: 'null',
      country: `''`,
      city: 'null',
      birthday: 'null',
      about_me: 'null',
      expectations: 'null',
      photo_id: 'null',
      phone: 'null',
      whatsapp: 'null',
      meet: 'null',
      zoom: 'null',
      teams: 'null',
      skype: 'null',
      facetime: 'null',
      facebook: 'null',
      instagram: 'null',
      twitter: 'null',
      linked_in: 'null',
    },
    't.id = (select id from me)',
  ),
]

/** What is erased by its module, because more depends on it than rows. */
export const ERASED_BY_MODULES = {
  messages: 'rooms that are open are told (modules/messages/erasing/erasing.service.ts)',
} as const

/** What of an account, and of what somebody read as a client, stays, each with its reason. */
export const KEPT_OF_PERSON = {
  consents: 'that somebody agreed, to what and when, has to be shown if they deny it; it names nobody',
  account_deletions: 'that the account was deleted, and when',
  audit_entries: 'that something happened; what is personal in it is erased',
  audit_details: 'they are erased together, by the module that keeps the chain',
  coaches: 'the practices of others',
  groups: 'the practices of others',
  group_members: 'that somebody was in a group; it names nobody',
  session_series: 'the calendars of others',
  session_proposals: 'times that a coach proposed',
  session_closings: 'what a coach wrote of a session',
  call_stays: 'that somebody came to a session; it names nobody',
  notes: 'what a coach wrote',
  resources: 'what a coach wrote',
  resource_assignments: 'what a coach wrote',
  resource_progress: 'that somebody opened a resource; it names nobody',
  message_rooms: 'what a coach wrote',
} as const

/** What goes without a separate step, with the rows it belongs to. */
export const GONE_ALONG = {
  push_subscriptions: 'auth_sessions',
  calendar_feeds: 'memberships',
  action_files: 'resource_files',
  message_files: 'resource_files',
} as const
