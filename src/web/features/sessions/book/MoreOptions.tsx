import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CoacheeType } from '#contract/values.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { RecurrenceFields } from '#web/widgets/forms/RecurrenceFields.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { LengthChips } from '#web/widgets/times/LengthChips.tsx'
import { MeetingFields } from '#web/features/sessions/components/MeetingFields.tsx'
import { PurposeFields } from '#web/features/sessions/components/PurposeFields.tsx'
import { needOf } from '#contract/sessions/channels.ts'
import classes from './NewSession.module.css'
import type { NewSessionForm } from './new-session-form.ts'
import { SeriesPreview } from '#web/features/sessions/series/SeriesPreview.tsx'
import type { NewSessionBooking } from './use-new-session.ts'

type Props = {
  booking: NewSessionBooking
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
  type: CoacheeType
  isPast: boolean
  lengths: readonly number[]
}

/** What is rarely changed, folded: one line says what is chosen. It unfolds by itself for what has to be decided. */
export function MoreOptions(props: Props) {
  const { t } = useTranslation('booking')
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const { errors, isSubmitted } = useFormContext<NewSessionForm>().formState
  const isWrong = isSubmitted && Object.keys(errors).some((name) => !IN_SIGHT.has(name))
  const isOpen = wanted || isWrong || (props.booking.isSeries && props.booking.clashes.length > 0)
  return (
    <div>
      <UnstyledButton
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setWanted(!isOpen)}
      >
        <span className={classes.moreTitle}>{t('more.title')}</span>
        {!isOpen && (
          <span className={classes.usual}>
            <Usual isPast={props.isPast} />
          </span>
        )}
        <IconChevronDown size={18} aria-hidden="true" className={classes.arrow} />
      </UnstyledButton>
      <div id={id}>{isOpen && <Rest {...props} />}</div>
    </div>
  )
}

/** The fields above the fold; `root` is the form's own error. */
const IN_SIGHT: ReadonlySet<string> = new Set(['coacheeId', 'date', 'time', 'root'])

/** "60 min · Google Meet · No se repite" */
function Usual({ isPast }: { isPast: boolean }) {
  const { t } = useTranslation(['booking', 'sessions', 'schedule'])
  const [minutes, channel, meetingUrl, repeats] = useFormContext<NewSessionForm>().watch([
    'durationMin',
    'channel',
    'meetingUrl',
    'recurrence.repeats',
  ])
  const where = t(`sessions:channels.${channel}`)
  const parts = [
    ...(isPast ? [] : [t('sessions:times.short', { count: minutes })]),
    needOf(channel) === 'link' && !meetingUrl ? t('more.noLink', { channel: where }) : where,
    ...(isPast ? [] : [t(`schedule:repeat.${repeats}`)]),
  ]
  return parts.join(' · ')
}

function Rest({ booking, viewer, client, type, isPast, lengths }: Props) {
  const form = useFormContext<NewSessionForm>()
  const { state } = useFields(form)
  const date = form.watch('date')
  const { isSeries, isOwn, preview, choice, setChoice } = booking
  return (
    <div className={classes.rest}>
      <TypeChoice type={type} isPast={isPast} booking={booking} />
      {!isPast && !isOwn && (
        <Controller
          control={form.control}
          name="durationMin"
          render={({ field: { value, onChange } }) => (
            <LengthChips anyLength lengths={lengths} value={value} onChange={onChange} />
          )}
        />
      )}
      {!isPast && (
        <Controller
          control={form.control}
          name="recurrence"
          render={({ field: { value, onChange } }) => (
            <RecurrenceFields
              of="sessions"
              value={value}
              onChange={onChange}
              firstOn={isCalendarDate(date) ? date : undefined}
              untilError={state('recurrence.until').error}
            />
          )}
        />
      )}
      {isSeries && (
        <SeriesPreview preview={preview} choice={choice} onChoose={setChoice} {...{ viewer, client }} />
      )}
      <MeetingFields ofGroup={type === 'Group'} />
      <PurposeFields numbered />
    </div>
  )
}

/** A person or a group: another form, with the time that was chosen. */
function TypeChoice({ type, isPast, booking: { span } }: Pick<Props, 'type' | 'isPast' | 'booking'>) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const form = useFormContext<NewSessionForm>()
  const change = (next: CoacheeType) => {
    const time = span && { startsAt: toIso(span.start), minutes: String(form.getValues('durationMin')) }
    void navigate(paths.sessionNewCoach({ type: next, ...time, ...(isPast && { past: '1' }) }), {
      replace: true,
    })
  }
  return (
    <ChoiceChips
      label={t('who.label')}
      options={CoacheeType.options.map((each) => ({ value: each, label: t(`who.${each}`) }))}
      value={type}
      onChange={(next) => change(CoacheeType.parse(next))}
    />
  )
}
