import { z } from 'zod'
import { Channel, WallTime } from '#contract/calendar/calendar.ts'
import {
  AttendanceState,
  MOST_REAL_MINUTES,
  PreparationAnswers,
  SessionOutcome,
  SessionStatus,
} from '#contract/sessions/sessions.ts'
import { CoacheeType, DateOn, HttpsUrl, TimeZoneId } from '#contract/values.ts'
import {
  type ColumnRule,
  type Given,
  coach,
  fill,
  made,
  own,
  readBack,
  ref,
  refOrNull,
  value,
} from './column-rules.ts'
import { instant, shortLine, side, whole, words } from './values.ts'

const SESSION_SERIES = readBack('session_series', {
  id: own,
  coach_id: coach,
  rule: value(
    // As it is stored: one that was split or ended may have fewer sessions than one that is booked.
    z.strictObject({
      frequency: z.enum(['weekly', 'monthly']),
      interval: whole(1, 12),
      weekdays: z.array(whole(1, 7)).max(7),
      until: DateOn.optional(),
      count: whole(0, 1_000).optional(),
    }),
  ),
  start_time: value(WallTime),
  timezone: value(TimeZoneId),
  created_at: value(instant),
  updated_at: value(instant),
})

const SESSIONS = readBack('sessions', {
  id: own,
  coach_id: coach,
  type: value(CoacheeType),
  client_id: refOrNull('clients'),
  group_id: refOrNull('groups'),
  series_id: refOrNull('session_series'),
  title: value(shortLine(0, 120).nullable()),
  objective: value(words(2000).nullable()),
  starts_at: value(instant),
  ends_at: value(instant),
  timezone: value(TimeZoneId),
  status: value(SessionStatus),
  channel: value(Channel),
  meeting_url: value(HttpsUrl.nullable()),
  place: value(shortLine(0, 200).nullable()),
  asked_at: value(instant.nullable()),
  cancelled_at: value(instant.nullable()),
  cancelled_by: value(side.nullable()),
  cancel_reason: value(words(500).nullable()),
  cancel_late: value(z.boolean().nullable()),
  move_asked_at: value(instant.nullable()),
  move_starts_at: value(instant.nullable()),
  move_ends_at: value(instant.nullable()),
  real_minutes: value(whole(0, MOST_REAL_MINUTES).nullable()),
  // It is another entry of calendars, by its new id.
  sequence: fill(0),
  attended: made,
  expected: made,
  created_at: value(instant),
  updated_at: value(instant),
})

const session: ColumnRule = ref('sessions')
const client: ColumnRule = ref('clients')

const SESSION_PROPOSALS = readBack('session_proposals', {
  session_id: session,
  position: value(whole(1, 3)),
  starts_at: value(instant),
  ends_at: value(instant),
})

const SESSION_AGENDA_ITEMS = readBack('session_agenda_items', {
  id: own,
  session_id: session,
  client_id: refOrNull('clients'),
  text: value(shortLine(1, 200)),
  done: value(z.boolean()),
  deleted_at: fill(null),
  created_at: value(instant),
  updated_at: value(instant),
})

const SESSION_PREPARATIONS = readBack('session_preparations', {
  session_id: session,
  client_id: client,
  answers: value(PreparationAnswers),
  updated_at: value(instant),
})

const SESSION_ATTENDANCES = readBack('session_attendances', {
  session_id: session,
  client_id: client,
  state: value(AttendanceState),
  reason: value(words(500).nullable()),
  joined_at: value(instant.nullable()),
  left_at: value(instant.nullable()),
})

const SESSION_CLOSINGS = readBack('session_closings', {
  session_id: session,
  outcome: value(SessionOutcome),
  real_minutes: value(whole(0, MOST_REAL_MINUTES)),
  summary: value(words(20_000)),
  closed_at: value(instant),
  corrected_at: value(instant.nullable()),
})

const score = value(whole(0, 10))

const SESSION_FEEDBACK = readBack('session_feedback', {
  session_id: session,
  client_id: client,
  heard: score,
  clarity: score,
  focus: score,
  progress: score,
  comment: value(words(2000)),
  created_at: value(instant),
  updated_at: value(instant),
})

const SESSION_PRIVATE_NOTES = readBack('session_private_notes', {
  session_id: session,
  coach_id: coach,
  body: value(words(20_000)),
  updated_at: value(instant),
})

const SESSION_BRIEF_NOTES = readBack('session_brief_notes', {
  session_id: session,
  coach_id: coach,
  body: value(words(20_000)),
  revision: fill(1),
  updated_at: value(instant),
})

/** Until when somebody was in a room: who was lost did not leave, and archives of earlier releases do not say when they were seen. */
const seen = ({ left_at: left, seen_at: last, joined_at: joined }: Given) => left ?? last ?? joined

/** Who was in a room, and when. Nobody is in one now. */
const CALL_STAYS = readBack('call_stays', {
  id: own,
  session_id: session,
  user_id: { is: 'author', nullable: false },
  client_id: refOrNull('clients'),
  joined_at: value(instant),
  left_at: fill(seen, instant.nullable()),
  seen_at: fill(seen, instant.nullable()),
  peer_id: fill((_row, { ids, coachId }) => ids.local('peer', coachId)),
  raises_hand: fill(false),
  sends_audio: fill(false),
  sends_video: fill(false),
  shares_screen: fill(false),
  sfu: fill(null),
})

/** Sessions and their records. */
export const SESSION_RULES = [
  SESSION_SERIES,
  SESSIONS,
  SESSION_PROPOSALS,
  SESSION_AGENDA_ITEMS,
  SESSION_PREPARATIONS,
  SESSION_ATTENDANCES,
  SESSION_CLOSINGS,
  SESSION_FEEDBACK,
  SESSION_PRIVATE_NOTES,
  SESSION_BRIEF_NOTES,
  CALL_STAYS,
]
