import { z } from 'zod'
import { ActionStatus } from '#contract/actions/actions.ts'
import { GoalMeasure, MOST_MILESTONES, amount } from '#contract/goals/goal-measures.ts'
import { GoalStatus } from '#contract/goals/goals.ts'
import {
  MemorandumPriority,
  MemorandumRecurrence,
  MemorandumStatus,
} from '#contract/memorandums/memorandums.ts'
import { NoteTemplate, NoteVisibility } from '#contract/notes/notes.ts'
import { WallTime } from '#contract/calendar/calendar.ts'
import { type RichText, plainText } from '#contract/rich-text/rich-text.ts'
import { RichTextBody } from '#contract/rich-text/rich-text-schema.ts'
import { TimeZoneId } from '#contract/values.ts'
import {
  type Given,
  type Practice,
  coach,
  fill,
  made,
  own,
  readBack,
  ref,
  refOrNull,
  value,
} from './column-rules.ts'
import { RowId, day, instant, shortLine, side, tags, verbatim, whole, words } from './values.ts'

/** Archives of earlier releases do not say it: what a client began has their words. */
const worded = fill(
  ({ client_worded: isWorded, created_by: by }) => isWorded ?? by === 'client',
  z.boolean().nullable(),
)

const GOALS = readBack('goals', {
  id: own,
  coach_id: coach,
  client_id: refOrNull('clients'),
  group_id: refOrNull('groups'),
  title: value(shortLine(1, 120)),
  why: value(words(1000).nullable()),
  area: value(shortLine(0, 40).nullable()),
  measure: value(GoalMeasure),
  baseline: value(amount.nullable()),
  target: value(amount.nullable()),
  unit: value(shortLine(0, 20).nullable()),
  starts_on: value(day),
  target_on: value(day.nullable()),
  status: value(GoalStatus),
  score: value(whole(1, 10).nullable()),
  reflection: value(words(2000).nullable()),
  closed_at: value(instant.nullable()),
  moved_on: value(day),
  created_by: value(side),
  client_worded: worded,
  created_at: value(instant),
  updated_at: value(instant),
  progress: made,
  deleted_at: fill(null),
})

const GOAL_MILESTONES = readBack('goal_milestones', {
  id: own,
  coach_id: coach,
  goal_id: ref('goals'),
  position: value(whole(0, 10_000)),
  text: value(shortLine(1, 120)),
  due_on: value(day.nullable()),
  done_on: value(day.nullable()),
})

const NotedMilestones = z
  .array(
    z.strictObject({
      id: RowId,
      was: day.nullable(),
      tick: z.strictObject({ done: z.boolean(), text: shortLine(0, 120) }).optional(),
    }),
  )
  .max(MOST_MILESTONES)
  .nullable()

// A milestone may have been taken out of its goal since.
function withNewIds(noted: z.infer<typeof NotedMilestones>, { ids }: Practice) {
  const newId = (id: string) => {
    const found = ids.find('goal_milestones', id)
    return typeof found === 'string' ? found : ids.local('goal_milestones', id)
  }
  return noted && noted.map(({ id, ...more }) => ({ id: newId(id), ...more }))
}

const GOAL_CHECK_INS = readBack('goal_check_ins', {
  id: own,
  coach_id: coach,
  goal_id: ref('goals'),
  client_id: refOrNull('clients'),
  session_id: refOrNull('sessions'),
  noted_on: value(day),
  value: value(amount.nullable()),
  progress: value(whole(0, 100).nullable()),
  comment: value(words(1000).nullable()),
  milestones: { is: 'mapped', schema: NotedMilestones, map: withNewIds },
  milestones_version: fill(1),
  client_key: fill(null),
  deleted_at: fill(null),
  created_at: value(instant),
})

const GOAL_WORDINGS = readBack('goal_wordings', {
  id: own,
  coach_id: coach,
  goal_id: ref('goals'),
  title: value(shortLine(1, 120)),
  why: value(words(1000).nullable()),
  target: value(amount.nullable()),
  target_on: value(day.nullable()),
  changed_by: value(side),
  changed_at: value(instant),
})

const ACTIONS = readBack('actions', {
  id: own,
  coach_id: coach,
  client_id: ref('clients'),
  group_id: refOrNull('groups'),
  session_id: refOrNull('sessions'),
  goal_id: refOrNull('goals'),
  // Shared by the actions of a group; no row has it as its id.
  assignment_id: {
    is: 'mapped',
    schema: RowId.nullable(),
    map: (old: string | null, { ids }) => old && ids.local('assignment', old),
  },
  text: value(shortLine(1, 200)),
  detail: value(words(2000).nullable()),
  due_on: value(day.nullable()),
  reminds: value(z.boolean()),
  status: value(ActionStatus),
  comment: value(words(2000).nullable()),
  reason: value(words(2000).nullable()),
  completed_at: value(instant.nullable()),
  created_by: value(side),
  client_worded: worded,
  changed_by: value(side.nullable()),
  created_at: value(instant),
  updated_at: value(instant),
  deleted_at: fill(null),
})

const textOf = ({ body }: Given) => (body === null ? null : plainText(body as RichText).normalize('NFC'))

const NOTES = readBack(
  'notes',
  {
    id: own,
    coach_id: coach,
    client_id: refOrNull('clients'),
    group_id: refOrNull('groups'),
    session_id: refOrNull('sessions'),
    goal_id: refOrNull('goals'),
    template: value(NoteTemplate),
    title: value(shortLine(0, 120)),
    body: value(RichTextBody),
    // What is searched is what the document says, whatever the archive has.
    body_text: fill(textOf, verbatim(200_000)),
    visibility: value(NoteVisibility),
    shared_at: value(instant.nullable()),
    tags: value(tags),
    pinned: value(z.boolean()),
    // Counted once its versions are there.
    revision: fill(1),
    versioned_at: fill(({ written_at: written }) => written),
    created_at: value(instant),
    written_at: value(instant),
    updated_at: value(instant),
    search: made,
    deleted_at: fill(null),
  },
  { hasDocument: true },
)

const NOTE_VERSIONS = readBack(
  'note_versions',
  {
    id: own,
    coach_id: coach,
    note_id: ref('notes'),
    title: value(shortLine(0, 120)),
    body: value(RichTextBody),
    revision: fill(0),
    written_at: value(instant),
    replaced_at: value(instant),
  },
  { hasDocument: true },
)

/** Whether it was notified for a time is not in the archive: what lies behind is not notified again. */
const isPast = (due: unknown, { now }: Practice) =>
  typeof due === 'string' && due.slice(0, 19) <= now.slice(0, 19)

const MEMORANDUMS = readBack('memorandums', {
  id: own,
  coach_id: coach,
  client_id: refOrNull('clients'),
  group_id: refOrNull('groups'),
  session_id: refOrNull('sessions'),
  description: value(words(1000)),
  priority: value(MemorandumPriority),
  status: value(MemorandumStatus),
  recurrence: value(MemorandumRecurrence),
  due_at: value(instant),
  due_on: value(day),
  due_time: value(WallTime),
  timezone: value(TimeZoneId),
  anchor_on: value(day),
  follows: refOrNull('memorandums', { later: true }),
  postponed_from_on: value(day.nullable()),
  postponed_from_time: value(WallTime.nullable()),
  postponed_from_reminded_at: fill(({ postponed_from_on: from }, practice) =>
    isPast(from, practice) ? practice.now : null,
  ),
  reminded_at: fill(({ due_at: due }, practice) => (isPast(due, practice) ? due : null)),
  done_at: value(instant.nullable()),
  // As if it had been changed, so that it does not go when the one before it is open again.
  edits: fill(1),
  created_at: value(instant),
  updated_at: value(instant),
  deleted_at: fill(null),
})

/** What a coach and their clients work on, without files. */
export const COACHING_RULES = [
  GOALS,
  GOAL_MILESTONES,
  GOAL_CHECK_INS,
  GOAL_WORDINGS,
  ACTIONS,
  NOTES,
  NOTE_VERSIONS,
  MEMORANDUMS,
]
