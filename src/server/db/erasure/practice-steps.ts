import { type Step, blank, remove } from './steps.ts'

const ofPractice = 't.coach_id = (select id from me)'
const ofSessions = 't.session_id in (select s.id from sessions s where s.coach_id = (select id from me))'
const ofRooms = 't.room_id in (select r.id from message_rooms r where r.coach_id = (select id from me))'
const ofClients = 't.client_id in (select c.id from clients c where c.coach_id = (select id from me))'

/**
 * How a practice ends with the account of its coach, in this order: what refers to something goes before it, so that each step
 * can be done in parts. Rows that have none of these steps go with the ones they belong to.
 */
export const PRACTICE_STEPS: readonly Step[] = [
  remove(
    'timers',
    `t.command ->> 'coachId' = (select id::text from me)
      or t.command ->> 'sessionId' in (select s.id::text from sessions s where s.coach_id = (select id from me))
      or t.command ->> 'actionId' in (select a.id::text from actions a where a.coach_id = (select id from me))
      or t.command ->> 'roomId' in (select r.id::text from message_rooms r where r.coach_id = (select id from me))
      or t.command -> 'job' ->> 'eventId' in (select e.id::text from domain_events e where e.coach_id = (select id from me))`,
  ),
  remove(
    'notifications',
    't.membership_id in (select m.id from memberships m where m.coach_id = (select id from me))',
  ),
  remove('message_tellings', ofRooms),
  remove('message_reads', ofRooms),
  // Answers before what they answer.
  remove('messages', ofRooms, 't.seq desc'),
  remove('message_rooms', ofPractice),
  remove('call_stays', ofSessions),
  remove('calls', ofSessions),
  remove('session_proposals', ofSessions),
  remove('session_agenda_items', ofSessions),
  remove('session_preparations', ofSessions),
  remove('session_attendances', ofSessions),
  remove('session_closings', ofSessions),
  remove('session_feedback', ofSessions),
  remove('session_private_notes', ofPractice),
  remove('session_brief_notes', ofPractice),
  remove(
    'resource_progress',
    't.resource_id in (select r.id from resources r where r.coach_id = (select id from me))',
  ),
  remove('resource_assignments', ofPractice),
  remove('resources', ofPractice),
  // With the files of actions and messages.
  remove('resource_files', ofPractice),
  remove('actions', ofPractice),
  remove('goal_check_ins', ofPractice),
  remove('goal_milestones', ofPractice),
  remove('goal_wordings', ofPractice),
  remove('note_versions', ofPractice),
  remove('notes', ofPractice),
  remove('goals', ofPractice),
  remove('memorandums', ofPractice),
  remove('sessions', ofPractice),
  remove('session_series', ofPractice),
  remove('group_members', ofPractice),
  remove('groups', ofPractice),
  remove('invitation_codes', ofClients),
  remove('invitation_tokens', ofClients),
  remove('invitation_mails', ofPractice),
  remove('mail_days', ofPractice),
  remove('client_imports', ofPractice),
  // Not the earlier addresses of clients, by which what was sent there is found when their accounts end.
  remove(
    'domain_events',
    `${ofPractice} and not (t.type = 'account.email_changed' and t.subject_id <> (select id from me))`,
  ),
  blank('clients', { objective: 'null' }, ofPractice),
  // Archives of clients who have another space contain what goes here. Those that have not begun find nothing of it any more but
  // the person's own name.
  remove(
    'data_exports',
    `t.state <> 'waiting'
      and t.user_id in (select c.user_id from clients c where c.coach_id = (select id from me))`,
  ),
  // With the accounts that wrote for those of an imported practice, whom events name.
  remove('clients', ofPractice),
  remove('calendars', ofPractice),
  remove('date_overrides', ofPractice),
  remove('time_blocks', ofPractice),
  remove('endless_block_exclusions', ofPractice),
  remove('endless_blocks', ofPractice),
  remove('external_busy', ofPractice),
  remove('external_calendars', ofPractice),
  remove('checkouts', ofPractice),
  remove('payment_customers', ofPractice),
  remove('payment_notices', ofPractice),
  blank(
    'coaches',
    {
      bio: 'null',
      specialities: `'{}'`,
      spoken_languages: `'{}'`,
      credentials: `'{}'`,
      practising_since: 'null',
      company_name: 'null',
      color_ui: 'null',
      logo_id: 'null',
      shown_contacts: `'{}'`,
    },
    't.id = (select id from me)',
  ),
]

/** What of a practice stays, each with its reason. */
export const KEPT_OF_PRACTICE = {
  users: 'the accounts of clients are theirs; those who have no other space end with it (closing.service.ts)',
  payment_entries: 'the law asks for the books of payments; they go when its time is over',
  invoice_details: 'the law asks for the details of what was invoiced; they go with the payments',
} as const
