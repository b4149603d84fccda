import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CoacheeType } from '#contract/values.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { RecurrenceFields } from '#web/widgets/forms/RecurrenceFields.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { NewSessionForm } from './new-session-form.ts'
import { useGroupChannel } from './use-group-channel.ts'
import { useNewSession } from './use-new-session.ts'
import { BookButtons } from './BookButtons.tsx'
import { BookingPreview } from '#web/features/sessions/times/BookingPreview.tsx'
import { CoacheeField } from './CoacheeField.tsx'
import { MeetingFields } from '#web/features/sessions/components/MeetingFields.tsx'
import { PurposeFields } from '#web/features/sessions/components/PurposeFields.tsx'
import { SeriesPreview } from './SeriesPreview.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'
import { TimeFields } from '#web/features/sessions/times/TimeFields.tsx'

type Props = {
  type: CoacheeType
  lengths: readonly number[]
  /** The earliest day a session may be recorded on. */
  firstOn: string
}

/**
 * The coach's form for a session or series: with whom, when, how often, where and what for, with that day's agenda
 * beside it.
 */
export function NewSession({ type, lengths, firstOn }: Props) {
  const { t } = useTranslation('booking')
  const viewer = useViewer()
  const form = useFormContext<NewSessionForm>()
  const { state, formError } = useFields(form)
  const [coacheeId, date] = form.watch(['coacheeId', 'date'])
  const asksClient = type === 'Client' && coacheeId !== ''
  const { data: client } = useQuery({ ...clientQuery(coacheeId), enabled: asksClient })
  useGroupChannel(type === 'Group' ? coacheeId : '')
  const booking = useNewSession(type)
  const { span, isPast, isSeries, preview, choice, setChoice } = booking
  return (
    <Columns>
      <Card>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            booking.submit()
          }}
        >
          <CoacheeField type={type} client={client} />
          <TimeFields lengths={lengths} firstOn={firstOn} />
          {!isPast && (
            <Controller
              control={form.control}
              name="recurrence"
              render={({ field: { value, onChange } }) => (
                <RecurrenceFields
                  value={value}
                  onChange={onChange}
                  firstOn={isCalendarDate(date) ? date : undefined}
                  untilError={state('recurrence.until').error}
                />
              )}
            />
          )}
          {isSeries &&
            (coacheeId === '' ? (
              <p className={classes.hint}>{t('series.whoFirst')}</p>
            ) : (
              <SeriesPreview
                preview={preview}
                choice={choice}
                onChoose={setChoice}
                viewer={viewer}
                client={client}
              />
            ))}
          <MeetingFields />
          <PurposeFields numbered />
          <BookButtons booking={booking} formError={formError} />
        </form>
      </Card>
      <Column sticky>
        <BookingPreview range={span} viewer={viewer} client={client} />
      </Column>
    </Columns>
  )
}
