import { z } from 'zod'
import { ColorThemeId } from '#contract/account/customization.ts'
import { ClientRole } from '#contract/account/auth.ts'
import { CalendarSettings, Channel, HolidayKey, ReminderKind, WallTime } from '#contract/calendar/calendar.ts'
import { MOST_ENDLESS_BLOCKS } from '#contract/calendar/time-blocks.ts'
import { ContactKind } from '#contract/coaches.ts'
import { ClientStatus } from '#contract/clients.ts'
import { GroupStatus, MemberStatus } from '#contract/groups.ts'
import { Modality } from '#contract/sessions/sessions.ts'
import { Country, Email, TimeZoneId } from '#contract/values.ts'
import { coach, fill, kept, own, made, picture, readBack, ref, refOrNull, value } from './column-rules.ts'
import { RowId, contact, day, instant, shortLine, tags, whole, words } from './values.ts'

const entries = (max: number) => value(z.array(shortLine(1, max)).max(12))

/** How a practice looks, and what its coach says of themselves there. What they pay stays as it is. */
const COACHES = readBack(
  'coaches',
  {
    id: fill((_row, { coachId }) => coachId, RowId),
    bio: value(words(2000).nullable()),
    specialities: entries(60),
    spoken_languages: entries(40),
    credentials: entries(160),
    practising_since: value(whole(1900, 2200).nullable()),
    company_name: value(shortLine(0, 80).nullable()),
    color_ui: value(ColorThemeId.nullable()),
    logo_id: picture('logo'),
    shown_contacts: value(z.array(ContactKind).max(ContactKind.options.length)),
    payment_status: kept(z.unknown()),
    plan_id: kept(z.unknown()),
    period_ends_at: kept(z.unknown()),
    created_at: kept(z.unknown()),
    updated_at: value(instant),
  },
  { changedBy: 'id', isOfEmpty: true, most: 1 },
)

const settings = CalendarSettings.shape

const CALENDARS = readBack(
  'calendars',
  {
    coach_id: coach,
    weekly: value(settings.weekly),
    durations: value(settings.durations),
    step_min: value(settings.stepMin),
    buffer_before_min: value(settings.bufferBeforeMin),
    buffer_after_min: value(settings.bufferAfterMin),
    min_notice_min: value(settings.minNoticeMin),
    horizon_days: value(settings.horizonDays),
    max_per_day: value(settings.maxPerDay),
    max_per_week: value(settings.maxPerWeek),
    auto_confirm: value(z.boolean()),
    cancel_notice_min: value(settings.cancelNoticeMin),
    default_channel: value(Channel),
    offers_norte: value(z.boolean()),
    holidays: value(z.array(HolidayKey).max(HolidayKey.options.length)),
    reminders: value(z.array(ReminderKind).max(ReminderKind.options.length)),
    reviewed_at: value(instant.nullable()),
    created_at: kept(z.unknown()),
    updated_at: value(instant),
  },
  { changedBy: 'coach_id', isOfEmpty: true, most: 1 },
)

/** The states of a client whose process is over, or who was put away. */
const ENDED = ['finished', 'archived']

/**
 * A client comes without an account, so nobody is invited, active or paused: they can be invited. Who declined stays so, and
 * whose process was over is archived.
 */
const CLIENTS = readBack('clients', {
  id: own,
  coach_id: coach,
  user_id: fill(null, z.unknown()),
  name: value(shortLine(1, 80)),
  last_name: value(shortLine(0, 80)),
  email: value(Email),
  phone: value(shortLine(0, 40).nullable()),
  whatsapp: value(contact.nullable()),
  role: value(ClientRole),
  company_name: value(shortLine(0, 80).nullable()),
  job_occupation: value(shortLine(0, 80).nullable()),
  country: value(Country.nullable()),
  city: value(shortLine(0, 80).nullable()),
  timezone: value(TimeZoneId),
  status: fill(
    ({ status }) => {
      if (ENDED.includes(String(status))) return 'archived'
      return status === 'declined' ? 'declined' : 'notInvited'
    },
    ClientStatus.exclude(['expired']),
  ),
  archived_from: fill(
    ({ status, archived_from: from }) => {
      if (!ENDED.includes(String(status))) return null
      return from === 'declined' ? 'declined' : 'notInvited'
    },
    z.enum(['notInvited', 'invited', 'declined', 'finished']).nullable(),
  ),
  objective: value(words(2000).nullable()),
  started_on: value(day.nullable()),
  photo_id: picture('clientPhoto'),
  invited_at: fill(null, instant.nullable()),
  accepted_at: fill(null, instant.nullable()),
  account_ended_at: value(instant.nullable()),
  tags: value(tags),
  source: value(shortLine(0, 120).nullable()),
  emergency_contact: value(words(500).nullable()),
  search_text: made,
  sort_name: made,
  created_at: value(instant),
  updated_at: value(instant),
})

const GROUPS = readBack('groups', {
  id: own,
  coach_id: coach,
  name: value(shortLine(1, 80)),
  description: value(words(2000).nullable()),
  objective: value(words(2000).nullable()),
  company_name: value(shortLine(0, 80).nullable()),
  status: value(GroupStatus),
  starts_on: value(day.nullable()),
  ends_on: value(day.nullable()),
  capacity: value(whole(2, 200)),
  modality: value(Modality.nullable()),
  channel: value(Channel.nullable()),
  photo_id: picture('groupPhoto'),
  created_at: value(instant),
  updated_at: value(instant),
})

const GROUP_MEMBERS = readBack('group_members', {
  id: own,
  coach_id: coach,
  group_id: ref('groups'),
  client_id: ref('clients'),
  status: value(MemberStatus.exclude(['expired'])),
  invited_at: value(instant.nullable()),
  joined_at: value(instant.nullable()),
  left_at: value(instant.nullable()),
  created_at: value(instant),
  updated_at: value(instant),
})

const DATE_OVERRIDES = readBack('date_overrides', {
  coach_id: coach,
  on_date: value(day),
  windows: value(settings.weekly.shape[1]),
  updated_at: value(instant),
})

const ENDLESS_BLOCKS = readBack(
  'endless_blocks',
  {
    id: own,
    coach_id: coach,
    title: value(shortLine(0, 120).nullable()),
    frequency: value(z.enum(['weekly', 'monthly'])),
    every: value(whole(1, 12)),
    weekdays: value(z.array(whole(1, 7)).max(7)),
    first_on: value(day),
    days_later: value(whole(0, 367)),
    start_time: value(WallTime),
    end_time: value(WallTime),
    minutes: value(whole(1, 600_000)),
    timezone: value(TimeZoneId),
    created_at: value(instant),
  },
  { most: MOST_ENDLESS_BLOCKS },
)

const ENDLESS_BLOCK_EXCLUSIONS = readBack('endless_block_exclusions', {
  coach_id: coach,
  series_id: ref('endless_blocks'),
  from_on: value(day),
  until_on: value(day.nullable()),
  deleted_at: fill(null),
  deleted_with: fill(null),
})

const TIME_BLOCKS = readBack('time_blocks', {
  id: own,
  coach_id: coach,
  // Of a series without end that it was taken out of, or one that only its blocks have in common.
  series_id: refOrNull('endless_blocks', { or: 'local' }),
  title: value(shortLine(0, 120).nullable()),
  starts_at: value(instant),
  ends_at: value(instant),
  created_at: value(instant),
  updated_at: value(instant),
  deleted_at: fill(null),
  deleted_with: fill(null),
})

/** A practice, its people and its calendar, each table after those that it names. */
export const PEOPLE_RULES = [
  COACHES,
  CALENDARS,
  CLIENTS,
  GROUPS,
  GROUP_MEMBERS,
  DATE_OVERRIDES,
  ENDLESS_BLOCKS,
  ENDLESS_BLOCK_EXCLUSIONS,
  TIME_BLOCKS,
]
