import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { onDay, spanOf, type SpanForm } from '#web/widgets/forms/span-form.ts'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useMovePreview } from '#web/widgets/queries/move.queries.ts'
import { SessionDialog } from '#web/widgets/session/SessionDialog.tsx'
import { dayOf, minutesOf, otherParty } from '#web/widgets/session/session-look.ts'
import { distinctWarnings, isBookable } from '#web/widgets/session/time-warnings.ts'
import { ChosenTime } from '#web/widgets/times/ChosenTime.tsx'
import classes from '#web/widgets/times/ChosenTimes.module.css'
import { OwnTime } from '#web/widgets/times/OwnTime.tsx'
import { TimeChoice } from '#web/widgets/times/TimeChoice.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { lengthChoices } from '#web/features/sessions/book/new-session-form.ts'
import { useProposeTimes } from '../moves.queries.ts'
import { MOST_PROPOSALS, isFull, toggled } from './proposals.ts'

type Props = {
  session: SessionDto
  viewer: Viewer
  onAnswering: (isOn: boolean) => void
  onProposed: () => void
  onClose: () => void
}

/** Proposes one to three other times for a request, free ones or any the coach chooses (product §9). */
export default function ProposeDialog({ session, viewer, onAnswering, onProposed, onClose }: Props) {
  const { t } = useTranslation(['moves', 'common'])
  const propose = useProposeTimes()
  const [chosen, setChosen] = useState<readonly EpochMs[]>([])
  const [own, setOwn] = useState<SpanForm>({ date: '', time: '', durationMin: minutesOf(session) })
  const [isOwn, setIsOwn] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = session.client?.name ?? ''
  const minutes = own.durationMin
  const choose = (start: EpochMs) => {
    setFailure(undefined)
    setChosen((before) => toggled(before, start))
  }
  const changeOwn = (next: SpanForm) => {
    setOwn(next)
    // Times of another length may no longer be free.
    if (next.durationMin !== minutes) setChosen([])
  }

  const submit = () => {
    setFailure(undefined)
    onAnswering(true)
    const times = chosen.map((start) => ({
      startsAt: toIso(start),
      endsAt: toIso(addMinutes(start, minutes)),
    }))
    // A promise, because the dialog is gone as soon as the session is known to be answered.
    void propose.mutateAsync({ sessionId: session.id, times }).then(
      () => {
        setAlert(t('propose.done', { name }), 'success')
        onProposed()
      },
      (error: unknown) => {
        showFailure(error, { dialog: setFailure })
        onAnswering(false)
      },
    )
  }

  return (
    <SessionDialog title={t('propose.title')} onClose={onClose}>
      <p className={classes.words}>{t('propose.words', { name })}</p>
      <TimeChoice
        viewer={viewer}
        other={otherParty(session, viewer)}
        durationMin={minutes}
        firstDate={isCalendarDate(own.date) ? own.date : dayOf(session, viewer)}
        without={session.id}
        chosen={chosen}
        onChoose={choose}
        own={{
          isOpen: isOwn,
          onOpen: (isOpen, day) => {
            setIsOwn(isOpen)
            if (isOpen) setOwn(onDay(own, day))
          },
          fields: (
            <OwnProposal
              {...{ session, viewer }}
              value={own}
              onChange={changeOwn}
              full={isFull(chosen)}
              onAdd={(start) => {
                if (!chosen.includes(start)) choose(start)
                setOwn({ ...own, time: '' })
              }}
            />
          ),
        }}
      />
      <div className={classes.foot}>
        {chosen.length > 0 && (
          <ul className={classes.chosen} aria-label={t('propose.chosen')}>
            {chosen.map((start) => (
              <ChosenTime
                key={start}
                start={start}
                end={addMinutes(start, minutes)}
                session={session}
                viewer={viewer}
                onRemove={() => choose(start)}
              />
            ))}
          </ul>
        )}
        <p className={classes.full} role="status">
          {chosen.length === MOST_PROPOSALS && t('propose.full')}
        </p>
        <FormError text={failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <LoadingButton
            onClick={submit}
            disabled={chosen.length === 0}
            loading={propose.isPending}
            loadingLabel={t('common:loading')}
          >
            {chosen.length === 0 ? t('propose.submitNone') : t('propose.submit', { count: chosen.length })}
          </LoadingButton>
        </div>
      </div>
    </SessionDialog>
  )
}

type OwnProps = Pick<Props, 'session' | 'viewer'> & {
  value: SpanForm
  onChange: (value: SpanForm) => void
  full: boolean
  onAdd: (start: EpochMs) => void
}

/** Any other hour, added to the proposed ones unless it clashes. */
function OwnProposal({ session, viewer, value, onChange, full, onAdd }: OwnProps) {
  const { t } = useTranslation('moves')
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const span = spanOf(value, viewer.timezone)
  const now = useNow()
  const isPast = span !== undefined && span.start <= now
  const { query, isCurrent } = useMovePreview(session, isPast ? undefined : span)
  const warnings = isCurrent ? distinctWarnings(query.data?.occurrences ?? []) : []
  return (
    <OwnTime
      viewer={viewer}
      value={value}
      onChange={onChange}
      lengths={lengthChoices(calendar?.durations ?? [], minutesOf(session))}
      warnings={warnings}
      without={session.id}
    >
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={span === undefined || isPast || full || !isCurrent || !isBookable(warnings)}
        onClick={() => span && onAdd(span.start)}
      >
        {t('propose.add')}
      </Button>
    </OwnTime>
  )
}
