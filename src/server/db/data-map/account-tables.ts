import { table } from './table-marks.ts'

const own = { account: 't.user_id = $1' }

/** Accounts, and how people sign in and are reached. */
export const ACCOUNT_TABLES = {
  users: table('users', {
    rows: {
      account: 't.id = $1',
      // What a coach reads of the account of a client, beside their record of them.
      practice: `t.id in (select c.user_id from clients c where c.coach_id = $1 and c.user_id <> $1)
        or t.stands_for in (select c.id from clients c where c.coach_id = $1)`,
    },
    columns: {
      // The rest a coach reads only where their own record says nothing.
      shared: ['id', 'photo_id', 'timezone', 'about_me', 'expectations'],
      account: [
        'name',
        'last_name',
        'phone',
        'whatsapp',
        'job_occupation',
        'country',
        'city',
        'email',
        'email_verified_at',
        'birthday',
        'language',
        'color_scheme',
        'meet',
        'zoom',
        'teams',
        'skype',
        'facetime',
        'facebook',
        'instagram',
        'twitter',
        'linked_in',
        'created_at',
        'updated_at',
      ],
      // For whom it wrote what a practice has: without it, an archive would not say whose that is.
      practice: ['stands_for'],
      secret: ['password_hash'],
    },
  }),
  memberships: table('memberships', {
    rows: own,
    columns: {
      account: ['id', 'user_type', 'coach_id', 'client_id', 'created_at', 'last_used_at'],
      internal: ['user_id'],
    },
  }),
  auth_sessions: table('auth_sessions', {
    rows: own,
    columns: {
      account: ['id', 'user_agent', 'created_at', 'last_used_at', 'revoked_at'],
      internal: ['user_id', 'membership_id'],
    },
  }),
  identities: table('identities', {
    rows: own,
    key: ['issuer', 'subject'],
    columns: {
      account: ['issuer', 'subject', 'email', 'linked_at', 'last_used_at'],
      internal: ['user_id'],
    },
  }),
  consents: table('consents', {
    rows: own,
    key: ['user_id', 'kind', 'version'],
    columns: { account: ['kind', 'version', 'accepted_at'], internal: ['user_id'] },
  }),
  files: table('files', {
    rows: { account: 't.owner_user_id = $1', client: 't.id in (select id from my_pictures)' },
    columns: {
      shared: ['id', 'kind', 'media_type', 'byte_size', 'created_at'],
      internal: ['owner_user_id'],
    },
  }),
  notifications: table('notifications', {
    rows: { account: 't.user_id = $1 and t.deleted_at is null' },
    columns: {
      account: ['id', 'type', 'body', 'created_at', 'read_at'],
      internal: ['user_id', 'membership_id', 'deleted_at'],
    },
  }),
  notification_settings: table('notification_settings', {
    rows: own,
    key: ['user_id'],
    columns: {
      account: ['daily', 'daily_at', 'quiet', 'quiet_from', 'quiet_until'],
      internal: ['user_id', 'version'],
    },
  }),
  channel_preferences: table('channel_preferences', {
    rows: own,
    key: ['user_id', 'email', 'event', 'channel'],
    columns: { account: ['event', 'channel', 'muted_at'], internal: ['user_id', 'email'] },
  }),
  calendar_feeds: table('calendar_feeds', {
    rows: { account: 't.membership_id in (select m.id from memberships m where m.user_id = $1)' },
    key: ['membership_id'],
    columns: {
      account: ['created_at', 'last_read_at'],
      internal: ['membership_id'],
      secret: ['secret_hash'],
    },
  }),
  push_subscriptions: table('push_subscriptions', {
    rows: { account: 't.auth_session_id in (select s.id from auth_sessions s where s.user_id = $1)' },
    key: ['endpoint'],
    columns: {
      account: ['created_at', 'used_at'],
      internal: ['auth_session_id'],
      // Who has them can send to the browser.
      secret: ['endpoint', 'auth', 'p256dh'],
    },
  }),
  email_changes: table('email_changes', {
    rows: own,
    key: ['user_id'],
    columns: {
      account: ['new_email', 'created_at', 'expires_at'],
      internal: ['user_id', 'tries'],
      secret: ['code_hash'],
    },
  }),
  data_exports: table('data_exports', {
    rows: own,
    columns: {
      account: ['asked_at', 'ready_at', 'expires_at', 'state', 'byte_size'],
      internal: [
        'id',
        'user_id',
        'coach_id',
        'auth_session_id',
        'attempt',
        'progress',
        'missing_files',
        'file_id',
      ],
    },
  }),
  data_imports: table('data_imports', {
    rows: own,
    columns: {
      account: [
        'created_at',
        'finished_at',
        'cancelled_at',
        'state',
        'byte_size',
        'clients',
        'sessions',
        'messages',
        'files',
      ],
      internal: [
        'id',
        'user_id',
        'attempt',
        'restarts',
        'progress',
        'received',
        'parts',
        'refusal',
        'refused_table',
        'refused_row',
        'refused_file',
        'expires_at',
      ],
    },
  }),
  account_deletions: table('account_deletions', {
    rows: own,
    key: ['user_id'],
    columns: {
      account: ['asked_at', 'due_at'],
      internal: ['user_id', 'days_left', 'by_operator', 'begun_at', 'erased_at'],
    },
  }),
  audit_entries: table('audit_entries', {
    rows: own,
    columns: {
      account: ['id', 'occurred_at', 'kind', 'actor', 'detail'],
      internal: ['user_id', 'actor_user_id', 'operator'],
      secret: ['detail_hash'],
    },
  }),
  audit_details: table('audit_details', {
    rows: { account: 't.entry_id in (select e.id from audit_entries e where e.user_id = $1)' },
    key: ['entry_id'],
    columns: { account: ['entry_id', 'detail'], secret: ['salt', 'once'] },
  }),
  message_reads: table('message_reads', {
    rows: own,
    key: ['room_id', 'user_id'],
    columns: { account: ['room_id', 'read_at'], internal: ['user_id', 'seq', 'delivered_seq'] },
  }),
}

/** What lives for minutes or days while somebody signs in, is invited, or is kept from guessing. */
export const PASSING_TABLES = {
  auth_attempts: table('auth_attempts', {
    columns: {
      internal: ['id', 'kind', 'attempted_at', 'turn_at', 'address'],
      secret: ['account_hash'],
    },
  }),
  sign_in_places: table('sign_in_places', {
    key: ['account_hash', 'address'],
    columns: { internal: ['address', 'expires_at'], secret: ['account_hash'] },
  }),
  email_codes: table('email_codes', {
    key: ['user_id'],
    columns: {
      internal: ['user_id', 'created_at', 'expires_at', 'tries', 'own_tries'],
      secret: ['code_hash'],
    },
  }),
  password_resets: table('password_resets', {
    key: ['token_hash'],
    columns: {
      internal: ['user_id', 'created_at', 'expires_at', 'used_at', 'revoked_at'],
      secret: ['token_hash'],
    },
  }),
  oidc_flows: table('oidc_flows', {
    key: ['state_hash'],
    columns: {
      internal: [
        'created_at',
        'expires_at',
        'link_user_id',
        'link_session_id',
        'invitation_client_id',
        'return_to',
      ],
      secret: ['state_hash', 'browser_hash', 'code_verifier', 'nonce', 'invitation_token_hash'],
    },
  }),
  oidc_tickets: table('oidc_tickets', {
    key: ['ticket_hash'],
    columns: {
      internal: [
        'created_at',
        'expires_at',
        'used_at',
        'issuer',
        'subject',
        'email',
        'email_verified',
        'name',
        'last_name',
      ],
      secret: ['ticket_hash', 'browser_hash'],
    },
  }),
  invitation_codes: table('invitation_codes', {
    key: ['client_id'],
    columns: { internal: ['client_id', 'created_at', 'expires_at', 'tries'], secret: ['code_hash'] },
  }),
  invitation_tokens: table('invitation_tokens', {
    key: ['token_hash'],
    columns: {
      internal: ['client_id', 'kind', 'created_at', 'expires_at', 'used_at', 'revoked_at'],
      secret: ['token_hash'],
    },
  }),
  invitation_mails: table('invitation_mails', {
    key: ['coach_id', 'email', 'sent_at'],
    columns: { internal: ['coach_id', 'email', 'sent_at'] },
  }),
  mail_days: table('mail_days', {
    key: ['coach_id'],
    columns: { internal: ['coach_id', 'day', 'taken'] },
  }),
  message_tellings: table('message_tellings', {
    key: ['room_id', 'user_id'],
    columns: { internal: ['room_id', 'user_id', 'seq', 'told_at'] },
  }),
  audit_unsealed: table('audit_unsealed', { key: ['entry_id'], columns: { internal: ['entry_id'] } }),
  audit_seals: table('audit_seals', {
    key: ['seq'],
    columns: { internal: ['seq', 'entry_id'], secret: ['hash'] },
  }),
  workers: table('workers', {
    columns: { internal: ['id', 'started_at', 'seen_at', 'mails_failing_since', 'mails_failed'] },
  }),
  backup_state: table('backup_state', {
    key: ['only_row'],
    columns: { internal: ['only_row', 'made_at', 'name', 'failures', 'failed_at', 'failure'] },
  }),
  effects_done: table('effects_done', { key: ['key'], columns: { internal: ['key', 'done_at'] } }),
  timers: table('timers', { key: ['key'], columns: { internal: ['key', 'due_at', 'command', 'tries'] } }),
}
