import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { EpochMs } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { spanBody, spanFrom, spanProblem, type Span } from '#web/widgets/times/span.ts'
import { useMovePreview, useReschedule } from '#web/widgets/queries/move.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { distinctWarnings, isBookable, isOverridable } from '#web/widgets/session/time-warnings.ts'

export type Moving = ReturnType<typeof useMoving>

/**
 * A coach's move of a session, or of the chosen part of its series, to `span`: what the server warns of, and the move
 * itself. Its refusal is `problem`, shown in the dialog.
 */
export function useMoving(session: SessionListItem, span: Span | undefined, onMoved: () => void) {
  const { t } = useTranslation('schedule')
  const [scope, setScope] = useState<SeriesScope>('one')
  const [notify, setNotify] = useState(true)
  const [problem, setProblem] = useState<string>()
  const reschedule = useReschedule(session.id)
  const wrong = wrongOf(session, span, useNow())
  // The warnings of the previous time stay visible while the new ones load, but decide nothing.
  const { query, isCurrent } = useMovePreview(session, wrong === undefined ? span : undefined, scope)
  const warnings = span && wrong === undefined && query.data ? distinctWarnings(query.data.occurrences) : []

  const run = () => {
    if (!span) return
    setProblem(undefined)
    const body = {
      ...spanBody(span),
      notify,
      ...(session.seriesId && { scope }),
      ...(isOverridable(warnings) && { outsideHours: true }),
    }
    // A promise, because news of the move may close the dialog first.
    void reschedule.mutateAsync(body).then(
      () => {
        setAlert(t(span.start === spanFrom(session).start ? 'move.lengthDone' : 'move.done'), 'success')
        onMoved()
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  }

  return {
    scope,
    setScope,
    notify,
    setNotify,
    problem,
    forgetProblem: () => setProblem(undefined),
    wrong,
    query,
    warnings,
    isKnowing: isOverridable(warnings),
    canMove: span !== undefined && isCurrent && isBookable(warnings),
    isPending: reschedule.isPending,
    run,
  }
}

/**
 * Why a time is not a valid target, checked locally: it is the current time, in the past, or of an invalid duration.
 */
function wrongOf(session: SessionListItem, span: Span | undefined, now: EpochMs) {
  if (!span) return undefined
  const { start, end } = spanFrom(session)
  return span.start === start && span.end === end ? ('same' as const) : spanProblem(span, now)
}
