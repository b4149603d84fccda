import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { zoneOption } from '#time/zone-names.ts'
import { failureText, showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { HoursDrawing } from '#web/ui/drawings/HoursDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { BookingForm, bookingBody, emptyBooking } from './booking-form.ts'
import classes from './ClientSessionNewView.module.css'
import { BookingDetail } from './BookingDetail.tsx'
import { DayStrip } from '#web/widgets/times/DayStrip.tsx'
import { LengthChips } from '#web/widgets/times/LengthChips.tsx'
import { InView } from '#web/features/sessions/components/InView.tsx'
import { SlotPicker } from '#web/widgets/times/SlotPicker.tsx'
import { firstLength } from './new-session-form.ts'
import { useCreateSession } from '../sessions.queries.ts'
import { useBookable } from './use-bookable.ts'
import { useSlots } from '#web/widgets/times/use-slots.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'

/**
 * The client requests a session in three steps: day, time, purpose (product §9). `contacts` shows the coach's contacts.
 */
export function ClientSessionNewView({ contacts }: { contacts: ReactNode }) {
  const { t } = useTranslation(['sessions', 'booking', 'shell'])
  const { coachId, timezone } = useViewer()
  const coach = useSessionUser().coach
  const { canBook, coachTakesNone } = useBookable()
  const query = useQuery(calendarQuery(coachId))
  // The offset is not broken after its minus.
  const zone = zoneOption(timezone, useNow(), currentLanguage()).label.replace('GMT-', 'GMT\u2011')
  return (
    <Page
      title={t('newClient.title')}
      subtitle={`${t('newClient.subtitle', { name: coach?.name ?? t('times.yourCoach') })} ${t('newClient.yourZone', { zone })}`}
      back={<BackLink to={paths.calendar()} label={t('shell:screens.calendar')} />}
    >
      {canBook ? (
        <QueryView query={query} skeleton={<Skeleton height={420} radius={16} />}>
          {(calendar) => <Booking calendar={calendar} contacts={contacts} />}
        </QueryView>
      ) : (
        <>
          <Card>
            <EmptyState
              drawing={<HoursDrawing />}
              text={
                coachTakesNone
                  ? t('newClient.unpaid')
                  : t('booking:client.notActive', { name: coach?.name ?? t('times.yourCoach') })
              }
            />
          </Card>
          {contacts}
        </>
      )}
    </Page>
  )
}

function Booking({ calendar, contacts }: { calendar: CalendarDto; contacts: ReactNode }) {
  const { t } = useTranslation(['sessions', 'booking'])
  const [askingOther, setAskingOther] = useState(false)
  // Scrolls to the step after a choice, but not to one that opens by itself: the page would jump.
  const [wanted, want] = useState<2 | 3 | null>(null)
  const shown = useCallback(() => want(null), [])
  const { selectedDate = '' } = useParams()
  const { coachId, timezone } = useViewer()
  const navigate = useNavigate()
  const create = useCreateSession()
  const send = useSend(create)
  const [durationMin, setDuration] = useState(() => firstLength(calendar.durations, Number.NaN))
  const slots = useSlots({
    coachId,
    timezone,
    durationMin,
    horizonDays: calendar.horizonDays,
    now: useNow(),
    firstDate: isCalendarDate(selectedDate) ? selectedDate : null,
  })
  const { day, start } = slots
  const form = useSchemaForm(BookingForm, { defaultValues: emptyBooking })

  const submit = form.handleSubmit((values) => {
    if (start === null) return
    send(bookingBody(values, start, durationMin), {
      onSuccess: ({ status }) =>
        setAlert(
          t(status === 'confirmed' ? 'newClient.doneConfirmed' : 'newClient.doneRequested'),
          'success',
        ),
      onSuccessHere: ({ id }) => void navigate(paths.sessionView({ sessionId: id })),
      onErrorHere: (failure) => {
        // The start was taken meanwhile, so its step is about to change: the toast outlives it.
        if (isTaken(failure)) setAlert(failureText(failure), 'error')
        else showFailure(failure, { form })
      },
    })
  })

  return (
    <Columns>
      <Column>
        <Step number={1} title={t('newClient.stepDay')}>
          {calendar.durations.length > 1 && (
            <div className={classes.lengths}>
              <LengthChips lengths={calendar.durations} value={durationMin} onChange={setDuration} />
            </div>
          )}
          <QueryView query={slots.query} skeleton={<Skeleton height={120} radius={14} />}>
            {() => (
              <DayStrip
                weekStart={slots.week}
                days={slots.days}
                chosen={day?.date ?? null}
                onChoose={(date) => {
                  slots.chooseDay(date)
                  want(2)
                }}
                onPrevious={slots.previous}
                onNext={slots.next}
                side="client"
                otherWay={
                  <Button variant="subtle" onClick={() => setAskingOther(true)}>
                    {t('booking:client.otherTime')}
                  </Button>
                }
              />
            )}
          </QueryView>
        </Step>
        {askingOther && <InView wanted>{contacts}</InView>}
        {day && (
          <Step number={2} title={t('newClient.stepTime')} wanted={wanted === 2} onShown={shown}>
            <SlotPicker
              day={day}
              timezone={timezone}
              other={{ timezone: calendar.timezone, role: 'coach', name: '' }}
              chosen={start === null ? [] : [start]}
              onChoose={(start) => {
                slots.chooseStart(start)
                want(3)
              }}
            />
          </Step>
        )}
      </Column>
      <Column sticky>
        {start === null ? (
          <Card title={t('newClient.summary')} className={classes.hint}>
            {t('newClient.pickFirst')}
          </Card>
        ) : (
          <Step number={3} title={t('newClient.stepDetail')} wanted={wanted === 3} onShown={shown}>
            <BookingDetail
              form={form}
              calendar={calendar}
              timezone={timezone}
              start={start}
              durationMin={durationMin}
              saving={create.isPending}
              onSubmit={() => void submit()}
              onBack={() => slots.chooseStart(null)}
            />
          </Step>
        )}
      </Column>
    </Columns>
  )
}

function isTaken(failure: unknown): boolean {
  return (
    failure instanceof ApiFailure &&
    (failure.code === 'session.overlap' || failure.code === 'session.not_offered')
  )
}

type StepProps = {
  number: 1 | 2 | 3
  title: string
  wanted?: boolean
  onShown?: () => void
  children: ReactNode
}

/** One of the three steps. */
function Step({ number, title, wanted = false, onShown, children }: StepProps) {
  const { t } = useTranslation('sessions')
  return (
    <InView wanted={wanted} {...(onShown && { onShown })}>
      <Card
        title={
          <>
            <span className={classes.number} aria-hidden="true">
              {number}
            </span>
            {title}
          </>
        }
        aside={<span className={classes.of}>{t('newClient.stepOf', { step: number })}</span>}
      >
        {children}
      </Card>
    </InView>
  )
}
