import { z } from 'zod'
import type { Links } from '#contract/links/meeting-links.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { Input } from '#web/api/call.ts'
import { keysOf } from '#contract/keys-of.ts'
import { spanForm, spanOf } from '#web/widgets/forms/span-form.ts'
import { spanFrom, type Span } from '#web/widgets/times/span.ts'
import { meetingBody, meetingOf } from '#web/features/sessions/components/meeting-form.ts'
import { NewSessionForm } from '#web/features/sessions/book/new-session-form.ts'

/** What the coach edits of a session: when, where and what for (product §9). */
export const EditSessionForm = NewSessionForm.omit({ coacheeId: true, recurrence: true }).extend({
  title: NewSessionForm.shape.title.unwrap(),
})
export type EditSessionForm = z.input<typeof EditSessionForm>
export type CheckedEdit = z.output<typeof EditSessionForm>

type Details = Omit<Input<'PUT /v1/session/:sessionId'>['body'], 'scope'>

/** The form filled from a session. */
export function editFormOf(session: SessionDto, links: Links, timezone: string): EditSessionForm {
  return {
    ...spanForm(spanFrom(session), timezone),
    ...meetingOf(session, links),
    title: session.title,
    objective: session.objective ?? '',
  }
}

/** The new time; undefined if it is the current one. */
export function movedTo(form: EditSessionForm, session: SessionDto, timezone: string): Span | undefined {
  const span = spanOf(form, timezone)
  const { start, end } = spanFrom(session)
  return span && (span.start !== start || span.end !== end) ? span : undefined
}

/** The other changes; undefined without any. Emptied values are removed. */
export function changedDetails(form: CheckedEdit, session: SessionDto): Details | undefined {
  const meeting = meetingBody(form)
  const wanted = {
    title: form.title,
    objective: form.objective ?? null,
    channel: meeting.channel,
    meetingUrl: meeting.meetingUrl ?? null,
    place: meeting.place ?? null,
  }
  const changed = keysOf(wanted).filter((name) => session[name] !== wanted[name])
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}
