import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { CoacheeType } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { RecurrenceForm, recurrenceOf } from '#web/widgets/forms/recurrence-form.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { spanBody } from '#web/widgets/times/span.ts'
import { isOverridable } from '#web/widgets/session/time-warnings.ts'
import { useNow } from '#web/widgets/use-now.ts'
import {
  type CheckedNewSession,
  type NewSessionForm,
  coacheeBody,
  newSessionBody,
} from './new-session-form.ts'
import type { Inviting } from './use-inviting.ts'
import {
  seriesBody,
  toBook,
  toKnow,
  unsettled,
  type SeriesChoice,
} from '#web/features/sessions/series/series-choice.ts'
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

type Kind = {
  /** Records a session that was held. */
  isPast: boolean
  /** Begins with any other hour instead of the offered ones. */
  startsOwn: boolean
  /** The chosen client, and the invitation that can go with the booking. */
  client: Pick<ClientDto, 'status'> | undefined
  inviting: Pick<Inviting, 'isWanted' | 'send'>
}

/** The described session, its warnings from the server, and the booking. */
export function useNewSession(type: CoacheeType, { isPast, startsOwn, client: chosen, inviting }: Kind) {
  const { t } = useTranslation(['sessions', 'booking'])
  const { timezone } = useViewer()
  const now = useNow()
  const navigate = useNavigate()
  const create = useCreateSession()
  const send = useSend(create)
  const form = useFormContext<NewSessionForm, unknown, CheckedNewSession>()
  const [coacheeId, date, time, durationMin, repeats] = form.watch([
    'coacheeId',
    'date',
    'time',
    'durationMin',
    'recurrence',
  ])
  const span = spanOf({ date, time, durationMin }, timezone)
  const [isOwn, setIsOwn] = useState(startsOwn)
  // What was held is recorded, and what is to come is booked: neither form takes the other's time.
  const isOver = span !== undefined && span.start < now
  const isWrongTime = span !== undefined && isOver !== isPast
  const rule = RecurrenceForm.safeParse(repeats)
  const recurrence = !isPast && rule.success ? recurrenceOf(rule.data) : undefined
  const isSeries = recurrence !== undefined && coacheeId !== ''
  const asked =
    // Also before it is clear for whom: the time may clash.
    span && !isWrongTime && rule.success
      ? { ...whoBody(type, coacheeId), ...spanBody(span), ...(isSeries && { recurrence }) }
      : undefined
  const preview = usePreview(asked)
  const [choice, setChoice] = useChoice(JSON.stringify([coacheeId, durationMin]))
  // A warning that the preview did not have, from a refused booking: shown until something changes.
  const [refused, setRefused] = useState<string>()
  const isRefused = refused !== undefined && refused === JSON.stringify(asked)

  const occurrences = preview.isCurrent ? (preview.query.data?.occurrences ?? []) : []
  const clashes = unsettled(occurrences, choice)
  // What the preview had before stays while another is on its way.
  const seriesTimes = isSeries ? toBook(preview.query.data?.occurrences ?? [], choice) : []
  // Of what was held only a clash matters, not the hours that are offered.
  const warnings = toKnow(occurrences, choice).filter(({ code }) => !isPast || code === 'overlap')
  // A clash with a session of the coach cannot be booked, despite a confirmation (product §8).
  const isKnowing = (isRefused && clashes.length === 0) || isOverridable(warnings)
  // Another hour is chosen knowingly, once the server has said what speaks against it.
  const outsideHours = isKnowing || (isOwn && preview.isCurrent)

  const sayBooked = ({ clientId, client, group, seriesId }: SessionDto) => {
    const name = client?.name ?? group?.name ?? ''
    const told = group
      ? t('newCoach.doneGroup')
      : t(chosen?.status === 'notInvited' ? 'acceptance.booked' : 'newCoach.done', { name })
    const done = isPast ? t('booking:registered') : told
    setAlert(
      seriesId === null ? done : t('booking:series.done', { count: seriesTimes.length, name }),
      'success',
    )
    if (inviting.isWanted && clientId !== null) inviting.send(clientId)
  }
  const goOn = ({ id: sessionId }: SessionDto) =>
    void navigate(isPast ? paths.sessionFinished({ sessionId }) : paths.sessionView({ sessionId }))

  const submit = form.handleSubmit((values) => {
    if (isWrongTime) return
    send(
      newSessionBody(isPast ? { ...values, recurrence: once(values) } : values, type, timezone, {
        outsideHours,
        series: seriesBody(occurrences, choice),
      }),
      {
        onSuccess: sayBooked,
        onSuccessHere: goOn,
        onErrorHere: (failure) => {
          if (failure instanceof ApiFailure && failure.code === 'session.not_offered' && !outsideHours) {
            return setRefused(JSON.stringify(asked))
          }
          showFailure(failure, { form, about: FIELD_OF_REFUSAL })
        },
      },
    )
  })

  return {
    span,
    isOwn,
    setIsOwn,
    isOver,
    isWrongTime,
    isSeries,
    seriesTimes,
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

/** With whom, as far as it is known. */
const whoBody = (type: CoacheeType, coacheeId: string) =>
  coacheeId === '' ? { type } : coacheeBody(type, coacheeId)

/** A past session cannot repeat. */
const once = ({ recurrence }: CheckedNewSession) => ({ ...recurrence, repeats: 'none' as const })

/** The decisions about single starts; which other starts are free depends on the client and the duration. */
function useChoice(of: string): [SeriesChoice, (choice: SeriesChoice) => void] {
  const [kept, keep] = useState<{ of: string; choice: SeriesChoice }>({ of, choice: {} })
  return [kept.of === of ? kept.choice : {}, (choice) => keep({ of, choice })]
}
