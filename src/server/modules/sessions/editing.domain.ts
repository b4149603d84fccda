import type { Channel } from '#contract/calendar/calendar.ts'
import { impliedChannel } from './sessions.domain.ts'

/** The fields of a session that a coach can edit. */
export type Wording = {
  title: string
  objective: string | null
  channel: Channel
  meetingUrl: string | null
  place: string | null
}

/** The requested change: a missing field is kept, null or an empty text clears it. */
export type Rewording = {
  title?: string
  objective?: string | null
  channel?: Channel
  meetingUrl?: string | null
  place?: string | null
}

/**
 * Only the fields that really change, so that saving an unchanged form is no edit. `before` has the title that the
 * coach reads, so sending a default title back does not store it.
 */
export function changedWording(before: Wording, wanted: Rewording): Partial<Wording> {
  const { title, objective, meetingUrl, place } = wanted
  const asked: Partial<Wording> = {
    title,
    objective: objective === '' ? null : objective,
    channel: impliedChannel(wanted),
    meetingUrl,
    place,
  }
  return Object.fromEntries(
    Object.entries(asked).filter(
      ([key, value]) => value !== undefined && value !== before[key as keyof Wording],
    ),
  )
}
