import { toWire } from '#contract/values.ts'
import { HOUR_MS, addMinutes, epochMs } from '#time/clock.ts'
import { putAgenda } from '#server/modules/sessions/records/agenda.service.ts'
import { putBriefNotes } from '#server/modules/sessions/records/brief-notes.service.ts'
import { putFeedback, putPreparation } from '#server/modules/sessions/records/answers.service.ts'
import { proposeSession } from '#server/modules/sessions/changes/proposals.service.ts'
import { rescheduleSession } from '#server/modules/sessions/changes/rescheduling.service.ts'
import { clientActor, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { type Cast, type Told, sessionId } from './told-session.ts'

const LENGTH_MIN = 60
/** How long after the end a client rates a session; the coach has closed it by then. */
const RATED_AFTER_MIN = 60

/** What both sides do around a session: other times, a request to move it, what they write before and after. */
export function tellAround(stage: Stage, schedule: Schedule, told: Told, cast: Cast): void {
  tellProposal(stage, schedule, told, cast)
  tellMoveRequest(stage, schedule, told)
  tellWritten(stage, schedule, told, cast)
}

function tellProposal(stage: Stage, schedule: Schedule, told: Told, { coach }: Cast): void {
  const { deps } = stage
  const { proposed } = told.session
  if (!proposed) return
  const times = proposed.times.map((at) => timeOf(schedule, at))
  stage.on(schedule.instant(proposed.at), async () =>
    proposeSession(deps, await coachActor(deps, coach), sessionId(told), { times }),
  )
}

// On a weekend the next sessions are too far ahead for a request, so there is no request.
function tellMoveRequest(stage: Stage, schedule: Schedule, told: Told): void {
  const { deps } = stage
  const { moveRequest } = told.session
  if (!moveRequest) return
  const askedAt = epochMs(told.startsAt - moveRequest.hoursBefore * HOUR_MS)
  if (askedAt > schedule.now) return
  stage.on(askedAt, async () =>
    rescheduleSession(
      deps,
      await clientActor(deps, told.client.person),
      sessionId(told),
      timeOf(schedule, moveRequest.to),
    ),
  )
}

function tellWritten(stage: Stage, schedule: Schedule, told: Told, { coach }: Cast): void {
  const { deps } = stage
  const { agenda, preparation, briefNotes, rating } = told.session
  const { person } = told.client
  for (const { by, at, text } of agenda) {
    stage.on(schedule.instant(at), async () => {
      const actor = by === 'coach' ? await coachActor(deps, coach) : await clientActor(deps, person)
      return putAgenda(deps, actor, sessionId(told), [{ op: 'add', text }])
    })
  }
  if (preparation) {
    stage.on(schedule.instant(preparation.at), async () =>
      putPreparation(deps, await clientActor(deps, person), sessionId(told), preparation.answers),
    )
  }
  if (briefNotes) {
    const { at, text } = briefNotes
    stage.on(schedule.instant(at), async () =>
      putBriefNotes(deps, await coachActor(deps, coach), sessionId(told), { text, basedOn: 0 }),
    )
  }
  if (rating) {
    stage.on(addMinutes(told.endsAt, RATED_AFTER_MIN), async () =>
      putFeedback(deps, await clientActor(deps, person), sessionId(told), rating),
    )
  }
}

function timeOf(schedule: Schedule, at: string) {
  const startsAt = schedule.instant(at)
  return { startsAt: toWire(startsAt), endsAt: toWire(addMinutes(startsAt, LENGTH_MIN)) }
}
