import { Anchor } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoacheeType } from '#contract/values.ts'
import { calendarDate, dateOf, isCalendarDate } from '#time/calendar-date.ts'
import { toIso, type EpochMs } from '#time/clock.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { onDay, type SpanForm } from '#web/widgets/forms/span-form.ts'
import { wallTimeOf } from '#web/widgets/times/span.ts'
import { DayAgenda } from '#web/widgets/times/day/DayAgenda.tsx'
import { OwnTime } from '#web/widgets/times/OwnTime.tsx'
import { TimeChoice } from '#web/widgets/times/TimeChoice.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { TimeFields } from '#web/features/sessions/times/TimeFields.tsx'
import classes from './NewSession.module.css'
import type { NewSessionForm } from './new-session-form.ts'
import type { NewSessionBooking } from './use-new-session.ts'

type Props = {
  booking: NewSessionBooking
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
  type: CoacheeType
  isPast: boolean
  lengths: readonly number[]
  firstOn: string
  firstDate: string | null
}

/** When: an offered start or any other, or the time of a session that was held. */
export function WhenField(props: Props) {
  const { t } = useTranslation('booking')
  return (
    <section aria-labelledby="when">
      <h2 id="when" className={classes.title}>
        {t(props.isPast ? 'past.when' : 'when.label')}
      </h2>
      {props.isPast ? <PastTime {...props} /> : <ComingTime {...props} />}
    </section>
  )
}

/** The fields of the time of a session that was held, and that day. */
function PastTime({ booking: { span }, viewer, lengths, firstOn }: Props) {
  const lastOn = dateOf(useNow(), viewer.timezone)
  const date = useFormContext<NewSessionForm>().watch('date')
  return (
    <div className={classes.rest}>
      <TimeFields lengths={lengths} firstOn={firstOn} lastOn={lastOn} />
      {isCalendarDate(date) && <DayAgenda date={date} viewer={viewer} {...(span && { range: span })} />}
    </div>
  )
}

function ComingTime({ booking, viewer, client, type, lengths, firstDate }: Props) {
  const { t } = useTranslation('booking')
  const { timezone } = viewer
  const form = useFormContext<NewSessionForm>()
  const { state } = useFields(form)
  const [date, time, durationMin] = form.watch(['date', 'time', 'durationMin'])
  const change = (next: SpanForm) => {
    const options = { shouldDirty: true, shouldValidate: true }
    form.setValue('date', next.date, options)
    form.setValue('time', next.time, options)
    if (next.durationMin !== durationMin) form.setValue('durationMin', next.durationMin, options)
  }
  const choose = (start: EpochMs) =>
    change({ date: dateOf(start, timezone), time: wallTimeOf(start, timezone), durationMin })
  const { span, isOwn, setIsOwn, isOver } = booking
  const isMissing = form.formState.isSubmitted && (state('date').error ?? state('time').error) !== undefined
  return (
    <>
      <TimeChoice
        viewer={viewer}
        other={client ? { ...client, role: 'client' } : null}
        durationMin={durationMin}
        firstDate={isCalendarDate(date) ? date : firstDate === null ? null : calendarDate(firstDate)}
        chosen={span ? [span.start] : []}
        onChoose={choose}
        own={{
          isOpen: isOwn,
          onOpen: (isOpen, day) => {
            setIsOwn(isOpen)
            if (!isOpen) return
            const opened = onDay({ date, time, durationMin }, day)
            form.setValue('date', opened.date)
            form.setValue('time', opened.time)
          },
          fields: (
            <OwnTime
              viewer={viewer}
              value={{ date, time, durationMin }}
              onChange={change}
              lengths={lengths}
            />
          ),
        }}
      />
      {isMissing && (
        <p className={classes.error} role="alert">
          {t('when.missing')}
        </p>
      )}
      {isOver && span && (
        <Anchor
          component={Link}
          replace
          to={paths.sessionNewCoach({
            type,
            startsAt: toIso(span.start),
            minutes: String(durationMin),
            past: '1',
            ...coacheePrefill(type, form.getValues('coacheeId')),
          })}
        >
          {t('registerPast')}
        </Anchor>
      )}
    </>
  )
}

/** The chosen client or group for the URL of another form. */
function coacheePrefill(type: CoacheeType, coacheeId: string) {
  if (coacheeId === '') return {}
  return type === 'Client' ? { clientId: coacheeId } : { groupId: coacheeId }
}
