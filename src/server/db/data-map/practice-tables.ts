import { CLIENT_FORMS, CLIENT_HISTORY } from './session-history.ts'
import { table } from './table-marks.ts'

const practice = 't.coach_id = $1'

const OF_ACCOUNTS = `(t.type like 'account.%' or t.type = 'email.code_requested')`

/** A coach's practice: its people, its calendar, its payments. */
export const PRACTICE_TABLES = {
  coaches: table('coaches', {
    rows: {
      practice: 't.id = $1',
      client:
        't.id in (select m.coach_id from memberships m where m.user_id = $1 and m.client_id is not null)',
    },
    columns: {
      shared: [
        'id',
        'bio',
        'specialities',
        'spoken_languages',
        'credentials',
        'practising_since',
        'company_name',
        'color_ui',
        'logo_id',
      ],
      practice: ['shown_contacts', 'payment_status', 'plan_id', 'period_ends_at', 'created_at', 'updated_at'],
    },
  }),
  clients: table('clients', {
    rows: { practice, client: 't.id in (select id from my_clients)' },
    columns: {
      shared: [
        'id',
        'name',
        'last_name',
        'email',
        'phone',
        'whatsapp',
        'role',
        'company_name',
        'job_occupation',
        'country',
        'city',
        'timezone',
        'status',
        'objective',
        'started_on',
        'photo_id',
        'invited_at',
        'accepted_at',
        'created_at',
        'updated_at',
      ],
      practice: ['tags', 'source', 'emergency_contact', 'archived_from', 'account_ended_at', 'user_id'],
      derived: ['search_text', 'sort_name'],
      internal: ['coach_id'],
    },
  }),
  client_imports: table('client_imports', {
    rows: { practice },
    columns: {
      practice: ['id', 'people', 'client_ids', 'created_at', 'confirmed_at'],
      internal: ['coach_id', 'version'],
    },
  }),
  groups: table('groups', {
    rows: { practice, client: 't.id in (select id from my_groups)' },
    columns: {
      shared: [
        'id',
        'name',
        'description',
        'objective',
        'company_name',
        'status',
        'starts_on',
        'ends_on',
        'capacity',
        'modality',
        'channel',
        'photo_id',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id'],
    },
  }),
  group_members: table('group_members', {
    rows: { practice, client: 't.client_id in (select id from my_clients)' },
    columns: {
      shared: [
        'id',
        'group_id',
        'client_id',
        'status',
        'invited_at',
        'joined_at',
        'left_at',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id'],
    },
  }),
  calendars: table('calendars', {
    rows: { practice },
    key: ['coach_id'],
    columns: {
      practice: [
        'weekly',
        'durations',
        'step_min',
        'buffer_before_min',
        'buffer_after_min',
        'min_notice_min',
        'horizon_days',
        'max_per_day',
        'max_per_week',
        'auto_confirm',
        'cancel_notice_min',
        'default_channel',
        'offers_norte',
        'holidays',
        'reminders',
        'reviewed_at',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id'],
    },
  }),
  date_overrides: table('date_overrides', {
    rows: { practice },
    key: ['coach_id', 'on_date'],
    columns: { practice: ['on_date', 'windows', 'updated_at'], internal: ['coach_id'] },
  }),
  time_blocks: table('time_blocks', {
    rows: { practice: `${practice} and t.deleted_at is null` },
    columns: {
      practice: ['id', 'title', 'starts_at', 'ends_at', 'series_id', 'created_at', 'updated_at'],
      internal: ['coach_id', 'deleted_at', 'deleted_with'],
    },
  }),
  endless_blocks: table('endless_blocks', {
    rows: { practice },
    columns: {
      practice: [
        'id',
        'title',
        'frequency',
        'every',
        'weekdays',
        'first_on',
        'days_later',
        'start_time',
        'end_time',
        'minutes',
        'timezone',
        'created_at',
      ],
      internal: ['coach_id'],
    },
  }),
  endless_block_exclusions: table('endless_block_exclusions', {
    rows: { practice: `${practice} and t.deleted_at is null` },
    key: ['series_id', 'from_on'],
    columns: {
      practice: ['series_id', 'from_on', 'until_on'],
      internal: ['coach_id', 'deleted_at', 'deleted_with'],
    },
  }),
  external_calendars: table('external_calendars', {
    rows: { practice },
    key: ['coach_id'],
    columns: {
      practice: ['created_at', 'last_success_at'],
      internal: ['coach_id', 'failures', 'last_error', 'last_tried_at', 'updated_at'],
      // The address of a private calendar is its key.
      secret: ['url'],
    },
  }),
  external_busy: table('external_busy', {
    rows: { practice },
    key: ['coach_id', 'starts_at', 'ends_at', 'title'],
    columns: { practice: ['title', 'starts_at', 'ends_at'], internal: ['coach_id'] },
  }),
  checkouts: table('checkouts', {
    rows: { practice },
    columns: {
      practice: [
        'id',
        'plan_id',
        'method',
        'status',
        'amount_minor',
        'currency',
        'provider',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id'],
    },
  }),
  invoice_details: table('invoice_details', {
    rows: { practice },
    key: ['coach_id'],
    columns: {
      practice: ['name', 'tax_id', 'regime', 'postal_code', 'use', 'updated_at'],
      internal: ['coach_id'],
    },
  }),
  payment_customers: table('payment_customers', {
    rows: { practice },
    key: ['coach_id'],
    columns: {
      practice: ['provider', 'customer', 'cancel_asked_at', 'cancel_reason'],
      internal: ['coach_id', 'applied', 'held', 'opening_until', 'read_at', 'readings'],
    },
  }),
  payment_entries: table('payment_entries', {
    rows: { practice },
    columns: {
      practice: [
        'id',
        'happened_at',
        'recorded_at',
        'fact',
        'method',
        'amount_minor',
        'currency',
        'provider',
      ],
      // Who of the operator's people did it, and in their words why.
      internal: ['coach_id', 'key', 'by_operator', 'reason'],
    },
  }),
  payment_notices: table('payment_notices', {
    key: ['provider', 'id'],
    columns: {
      internal: ['id', 'coach_id', 'customer', 'provider', 'type', 'happened_at', 'received_at'],
    },
  }),
  domain_events: table('domain_events', {
    rows: {
      // What happens to an account is its person's, in whatever practice they were then.
      account: `${OF_ACCOUNTS} and t.subject_id = $1`,
      practice: `${practice} and not ${OF_ACCOUNTS}`,
      client: CLIENT_HISTORY,
    },
    forms: { client: CLIENT_FORMS },
    columns: {
      shared: ['id', 'type', 'subject_id', 'actor_user_id', 'occurred_at', 'payload'],
      internal: ['coach_id', 'version'],
    },
  }),
}
