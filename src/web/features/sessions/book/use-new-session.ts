import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CoacheeType } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { RecurrenceForm, recurrenceOf } from '#web/widgets/forms/recurrence-form.ts'
import { spanBody, spanOf } from '#web/widgets/forms/span-form.ts'
import { isOverridable } from '#web/widgets/session/time-warnings.ts'
import { useNow } from '#web/widgets/use-now.ts'
import {
  type CheckedNewSession,
  type NewSessionForm,
  coacheeBody,
  newSessionBody,
} from './new-session-form.ts'
import { seriesBody, toBook, toKnow, unsettled, type SeriesChoice } from './series-choice.ts'
import { useCreateSession } from '../sessions.queries.ts'
import { usePreview } from '#web/widgets/queries/move.queries.ts'

/** The refusals that belong to a field of the form. */
const FIELD_OF_REFUSAL = {
  'client.not_found': 'coacheeId',
  'group.not_found': 'coacheeId',
  'session.client_inactive': 'coacheeId',
  'session.group_inactive': 'coacheeId',
} as const

export type NewSessionBooking = ReturnType<typeof useNewSession>

/** The described session, its warnings from the server, and the booking. */
export function useNewSession(type: CoacheeType) {
  const { t } = useTranslation(['sessions', 'booking'])
  const { timezone } = useViewer()
  const now = useNow()
  const navigate = useNavigate()
  const create = useCreateSession()
  const form = useFormContext<NewSessionForm, unknown, CheckedNewSession>()
  const [coacheeId, date, time, durationMin, repeats] = form.watch([
    'coacheeId',
    'date',
    'time',
    'durationMin',
    'recurrence',
  ])
  const span = spanOf({ date, time, durationMin }, timezone)
  const isPast = span !== undefined && span.start < now
  const rule = RecurrenceForm.safeParse(repeats)
  const recurrence = !isPast && rule.success ? recurrenceOf(rule.data) : undefined
  const asked =
    span && coacheeId !== '' && rule.success
      ? { ...coacheeBody(type, coacheeId), ...spanBody(span), ...(recurrence && { recurrence }) }
      : undefined
  const preview = usePreview(asked)
  const [choice, setChoice] = useChoice(JSON.stringify([coacheeId, durationMin]))
  // A warning that the preview did not have, from a refused booking: shown until something changes.
  const [refused, setRefused] = useState<string>()
  const isRefused = refused !== undefined && refused === JSON.stringify(asked)

  const occurrences = preview.isCurrent && !isPast ? (preview.query.data?.occurrences ?? []) : []
  const clashes = unsettled(occurrences, choice)
  const warnings = toKnow(occurrences, choice)
  // A clash with a session of the coach cannot be booked, despite a confirmation (product §8).
  const isKnowing = isPast || (isRefused && clashes.length === 0) || isOverridable(warnings)

  const submit = form.handleSubmit((values) =>
    create.mutate(
      newSessionBody(isPast ? { ...values, recurrence: once(values) } : values, type, timezone, {
        outsideHours: isKnowing,
        series: seriesBody(occurrences, choice),
      }),
      {
        onSuccess: ({ id, client, group, seriesId }) => {
          const name = client?.name ?? group?.name ?? ''
          const count = toBook(occurrences, choice).length
          const done = isPast ? t('booking:registered') : t('newCoach.done', { name })
          setAlert(seriesId === null ? done : t('booking:series.done', { count, name }), 'success')
          const sessionId = { sessionId: id }
          void navigate(isPast ? paths.sessionFinished(sessionId) : paths.sessionView(sessionId))
        },
        onError: (failure) => {
          if (failure instanceof ApiFailure && failure.code === 'session.not_offered' && !isKnowing) {
            return setRefused(JSON.stringify(asked))
          }
          showFailure(failure, { form, about: FIELD_OF_REFUSAL })
        },
      },
    ),
  )

  return {
    span,
    isPast,
    isSeries: recurrence !== undefined,
    isSaving: create.isPending,
    isRefused,
    isKnowing,
    preview,
    warnings,
    clashes,
    choice,
    setChoice,
    submit: () => void submit(),
  }
}

/** A past session cannot repeat. */
const once = ({ recurrence }: CheckedNewSession) => ({ ...recurrence, repeats: 'none' as const })

/** The decisions about single starts; which other starts are free depends on the client and the duration. */
function useChoice(of: string): [SeriesChoice, (choice: SeriesChoice) => void] {
  const [kept, keep] = useState<{ of: string; choice: SeriesChoice }>({ of, choice: {} })
  return [kept.of === of ? kept.choice : {}, (choice) => keep({ of, choice })]
}
