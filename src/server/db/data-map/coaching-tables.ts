import { table } from './table-marks.ts'

const practice = 't.coach_id = $1'
const kept = 't.deleted_at is null'
const mine = '(t.client_id in (select id from my_clients) or t.group_id in (select id from my_groups))'
const ofMyGoals = 't.goal_id in (select id from my_goals)'

/** What a coach and their clients work on: goals, actions, notes, resources, memorandums. */
export const COACHING_TABLES = {
  goals: table('goals', {
    rows: { practice: `${practice} and ${kept}`, client: 't.id in (select id from my_goals)' },
    columns: {
      shared: [
        'id',
        'client_id',
        'group_id',
        'title',
        'why',
        'area',
        'measure',
        'baseline',
        'target',
        'unit',
        'starts_on',
        'target_on',
        'status',
        'score',
        'reflection',
        'closed_at',
        'moved_on',
        'client_worded',
        'created_by',
        'created_at',
        'updated_at',
      ],
      derived: ['progress'],
      internal: ['coach_id', 'deleted_at'],
    },
  }),
  goal_check_ins: table('goal_check_ins', {
    rows: { practice: `${practice} and ${kept}`, client: `${ofMyGoals} and ${kept}` },
    columns: {
      shared: [
        'id',
        'goal_id',
        'client_id',
        'session_id',
        'noted_on',
        'value',
        'progress',
        'comment',
        'milestones',
        'created_at',
      ],
      internal: ['coach_id', 'client_key', 'milestones_version', 'deleted_at'],
    },
  }),
  goal_milestones: table('goal_milestones', {
    rows: { practice, client: ofMyGoals },
    columns: {
      shared: ['id', 'goal_id', 'position', 'text', 'due_on', 'done_on'],
      internal: ['coach_id'],
    },
  }),
  goal_wordings: table('goal_wordings', {
    rows: { practice, client: ofMyGoals },
    columns: {
      shared: ['id', 'goal_id', 'title', 'why', 'target', 'target_on', 'changed_by', 'changed_at'],
      internal: ['coach_id'],
    },
  }),
  actions: table('actions', {
    rows: {
      practice: `${practice} and ${kept}`,
      client: `t.client_id in (select id from my_clients) and ${kept}`,
    },
    columns: {
      shared: [
        'id',
        'client_id',
        'group_id',
        'session_id',
        'goal_id',
        'assignment_id',
        'text',
        'detail',
        'due_on',
        'reminds',
        'status',
        'comment',
        'reason',
        'completed_at',
        'client_worded',
        'created_by',
        'changed_by',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id', 'deleted_at'],
    },
  }),
  action_files: table('action_files', {
    rows: {
      practice: `t.action_id in (select a.id from actions a where a.coach_id = $1 and a.deleted_at is null) and ${kept}`,
      client: `t.action_id in (select a.id from actions a
        where a.client_id in (select id from my_clients) and a.deleted_at is null) and ${kept}`,
    },
    key: ['file_id'],
    columns: { shared: ['action_id', 'file_id', 'created_at'], internal: ['deleted_at'] },
  }),
  notes: table('notes', {
    rows: {
      practice: `${practice} and ${kept}`,
      client: `t.visibility = 'shared' and ${kept} and ${mine}`,
    },
    columns: {
      shared: [
        'id',
        'client_id',
        'group_id',
        'session_id',
        'goal_id',
        'template',
        'title',
        'body',
        'body_text',
        'shared_at',
        'created_at',
        'written_at',
      ],
      practice: ['visibility', 'tags', 'pinned', 'updated_at'],
      derived: ['search'],
      internal: ['coach_id', 'deleted_at', 'revision', 'versioned_at'],
    },
  }),
  note_versions: table('note_versions', {
    rows: {
      practice: `${practice} and t.note_id in (select n.id from notes n where n.coach_id = $1 and n.deleted_at is null)`,
    },
    columns: {
      practice: ['id', 'note_id', 'title', 'body', 'written_at', 'replaced_at'],
      internal: ['coach_id', 'revision'],
    },
  }),
  resources: table('resources', {
    rows: { practice: `${practice} and ${kept}`, client: 't.id in (select id from my_resources)' },
    columns: {
      shared: [
        'id',
        'type',
        'title',
        'description',
        'category',
        'source',
        'url',
        'body',
        'body_text',
        'file_id',
        'created_at',
        'updated_at',
        'tags',
      ],
      practice: ['status'],
      derived: ['search_text', 'search_words', 'sort_title'],
      internal: ['coach_id', 'deleted_at'],
    },
  }),
  resource_assignments: table('resource_assignments', {
    rows: {
      practice: `${practice} and ${kept}`,
      client: `t.resource_id in (select id from my_resources) and ${kept} and ${mine}`,
    },
    columns: {
      shared: [
        'id',
        'resource_id',
        'client_id',
        'group_id',
        'session_id',
        'message',
        'due_on',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id', 'deleted_at'],
    },
  }),
  resource_progress: table('resource_progress', {
    rows: {
      practice: 't.resource_id in (select r.id from resources r where r.coach_id = $1)',
      client: 't.client_id in (select id from my_clients)',
    },
    key: ['resource_id', 'client_id'],
    columns: { shared: ['resource_id', 'client_id', 'viewed_at', 'completed_at'] },
  }),
  resource_files: table('resource_files', {
    rows: {
      practice: `${practice} and t.ready_at is not null and t.id in (select id from practice_files)`,
      client: 't.ready_at is not null and t.id in (select id from my_files)',
    },
    columns: {
      shared: ['id', 'name', 'media_type', 'byte_size', 'client_id', 'created_at'],
      internal: [
        'coach_id',
        'parts',
        'received',
        'ready_at',
        'preview_width',
        'preview_height',
        'updated_at',
      ],
    },
  }),
  memorandums: table('memorandums', {
    rows: { practice: `${practice} and ${kept}` },
    columns: {
      practice: [
        'id',
        'description',
        'priority',
        'status',
        'recurrence',
        'due_at',
        'due_on',
        'due_time',
        'timezone',
        'anchor_on',
        'client_id',
        'group_id',
        'session_id',
        'follows',
        'postponed_from_on',
        'postponed_from_time',
        'done_at',
        'created_at',
        'updated_at',
      ],
      internal: ['coach_id', 'deleted_at', 'edits', 'reminded_at', 'postponed_from_reminded_at'],
    },
  }),
  message_rooms: table('message_rooms', {
    rows: { practice, client: 't.id in (select id from my_rooms)' },
    columns: {
      shared: ['id', 'type', 'client_id', 'group_id', 'created_at', 'last_at'],
      internal: ['coach_id', 'last_seq', 'revision'],
    },
  }),
  messages: table('messages', {
    rows: {
      practice: 't.room_id in (select r.id from message_rooms r where r.coach_id = $1)',
      client: 't.room_id in (select id from my_rooms)',
    },
    columns: {
      shared: [
        'id',
        'room_id',
        'seq',
        'sender_user_id',
        'body',
        'reply_to',
        'attachment',
        'created_at',
        'edited_at',
        // A message that was taken back stays in its place, without its words.
        'deleted_at',
      ],
      derived: ['file_names', 'search_words'],
      internal: ['client_key', 'revision'],
    },
  }),
  message_files: table('message_files', {
    rows: {
      practice: `t.message_id is not null and t.room_id in (select r.id from message_rooms r where r.coach_id = $1)`,
      client: `t.message_id is not null and t.room_id in (select id from my_rooms)`,
    },
    key: ['file_id'],
    columns: { shared: ['room_id', 'message_id', 'file_id', 'place'] },
  }),
}
