import { table } from './table-marks.ts'

/** Rows that belong to a session, which says whose they are. */
const ofSessions = {
  practice: 't.session_id in (select s.id from sessions s where s.coach_id = $1)',
  client: 't.session_id in (select id from my_sessions)',
}

/** The same of which a client reads only what is about them. */
const ofOnePerson = { ...ofSessions, client: 't.client_id in (select id from my_clients)' }

/** Sessions and their records. */
export const SESSION_TABLES = {
  sessions: table('sessions', {
    rows: { practice: 't.coach_id = $1', client: 't.id in (select id from my_sessions)' },
    columns: {
      shared: [
        'id',
        'type',
        'client_id',
        'group_id',
        'series_id',
        'title',
        'objective',
        'starts_at',
        'ends_at',
        'timezone',
        'status',
        'channel',
        'meeting_url',
        'place',
        'asked_at',
        'cancelled_at',
        'cancelled_by',
        'cancel_reason',
        'cancel_late',
        'move_asked_at',
        'move_starts_at',
        'move_ends_at',
        'created_at',
        'updated_at',
      ],
      practice: ['real_minutes'],
      derived: ['attended', 'expected'],
      internal: ['coach_id', 'sequence'],
    },
  }),
  session_series: table('session_series', {
    rows: {
      practice: 't.coach_id = $1',
      client: 't.id in (select s.series_id from sessions s where s.id in (select id from my_sessions))',
    },
    columns: {
      shared: ['id', 'rule', 'start_time', 'timezone', 'created_at', 'updated_at'],
      internal: ['coach_id'],
    },
  }),
  session_proposals: table('session_proposals', {
    rows: ofSessions,
    key: ['session_id', 'position'],
    columns: { shared: ['session_id', 'position', 'starts_at', 'ends_at'] },
  }),
  session_agenda_items: table('session_agenda_items', {
    rows: {
      practice: `${ofSessions.practice} and t.deleted_at is null`,
      client: `${ofSessions.client} and t.deleted_at is null`,
    },
    columns: {
      shared: ['id', 'session_id', 'text', 'done', 'created_at', 'updated_at'],
      // Which member of a group it was is for the coach.
      practice: ['client_id'],
      internal: ['deleted_at'],
    },
  }),
  session_preparations: table('session_preparations', {
    rows: ofOnePerson,
    key: ['session_id', 'client_id'],
    columns: { shared: ['session_id', 'client_id', 'answers', 'updated_at'] },
  }),
  session_attendances: table('session_attendances', {
    rows: ofOnePerson,
    key: ['session_id', 'client_id'],
    columns: { shared: ['session_id', 'client_id', 'state', 'reason', 'joined_at', 'left_at'] },
  }),
  session_closings: table('session_closings', {
    rows: ofSessions,
    key: ['session_id'],
    columns: {
      shared: ['session_id', 'outcome', 'real_minutes', 'summary', 'closed_at', 'corrected_at'],
    },
  }),
  session_feedback: table('session_feedback', {
    rows: ofOnePerson,
    key: ['session_id', 'client_id'],
    columns: {
      shared: [
        'session_id',
        'client_id',
        'heard',
        'clarity',
        'focus',
        'progress',
        'comment',
        'created_at',
        'updated_at',
      ],
    },
  }),
  session_private_notes: table('session_private_notes', {
    rows: { practice: ofSessions.practice },
    key: ['session_id'],
    columns: { practice: ['session_id', 'body', 'updated_at'], internal: ['coach_id'] },
  }),
  session_brief_notes: table('session_brief_notes', {
    rows: { practice: ofSessions.practice },
    key: ['session_id'],
    columns: { practice: ['session_id', 'body', 'updated_at'], internal: ['coach_id', 'revision'] },
  }),
  call_stays: table('call_stays', {
    rows: { practice: ofSessions.practice, client: 't.client_id in (select id from my_clients)' },
    columns: {
      shared: ['id', 'session_id', 'user_id', 'client_id', 'joined_at', 'left_at', 'seen_at'],
      internal: ['peer_id', 'raises_hand', 'sends_audio', 'sends_video', 'shares_screen', 'sfu'],
    },
  }),
  calls: table('calls', {
    key: ['session_id'],
    columns: {
      internal: [
        'session_id',
        'created_at',
        'route',
        'revision',
        'is_sfu_away',
        'sfu_room',
        'shown_resource_id',
      ],
    },
  }),
}
