import type { Channel } from '#contract/calendar/calendar.ts'
import { impliedChannel } from './sessions.domain.ts'

/** What a coach can rewrite of a session. */
export type Wording = {
  title: string
  objective: string | null
  channel: Channel
  meetingUrl: string | null
  place: string | null
}

/** The change as it came; what is left out stays, null or an empty text takes away. */
export type Rewording = {
  title?: string
  objective?: string | null
  channel?: Channel
  meetingUrl?: string | null
  place?: string | null
}

/**
 * Only what really changes: saving an unchanged form is no edit. `before` has the title that the coach reads, so sending
 * a default title back does not fix it.
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
