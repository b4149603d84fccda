import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { CoacheeType } from '#contract/values.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { systemClock } from '#time/clock.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { NO_RECURRENCE } from '#web/widgets/forms/recurrence-form.ts'
import { NewSession } from './NewSession.tsx'
import classes from './NewSession.module.css'
import { emptyMeeting } from '#web/features/sessions/components/meeting-form.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import {
  firstLength,
  firstRecordedOn,
  isOver,
  lengthChoices,
  newSessionModel,
  startFields,
} from './new-session-form.ts'

/** The coach books a session or a series, or records one of the past, with a person or a group (product §9). */
export function Component() {
  const { success: isKnown, data: type } = CoacheeType.safeParse(useParams()['type'])
  const { search } = useLocation()
  if (!isKnown) return <NotFound />
  // Another URL asks for another form, as from the palette or the menu over this one.
  return <BookingPage key={`${type}${search}`} type={type} />
}

function BookingPage({ type }: { type: CoacheeType }) {
  const { t } = useTranslation(['sessions', 'booking', 'shell'])
  const { coachId } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  const isPast = useIsPast()
  return (
    <Page
      template="form"
      title={t(isPast ? 'booking:past.title' : 'newCoach.title')}
      subtitle={t(isPast ? 'booking:past.subtitle' : `newCoach.subtitles.${type}`)}
      back={<BackLink to={paths.calendar()} label={t('shell:screens.calendar')} />}
      {...(!isPast && { actions: <RecordLink type={type} /> })}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(calendar) => <Booking {...{ calendar, type, isPast }} />}
      </QueryView>
    </Page>
  )
}

function RecordLink({ type }: { type: CoacheeType }) {
  const { t } = useTranslation('booking')
  return (
    <Button
      component={Link}
      variant="subtle"
      className={classes.record}
      to={paths.sessionNewCoach({ type, past: '1' })}
    >
      {t('registerPast')}
    </Button>
  )
}

/** Whether the URL asks to record a past session: by name, or by a start that is over. */
function useIsPast(): boolean {
  const [params] = useSearchParams()
  const startsAt = params.get('startsAt')
  // Once: a start that passes while the form is open does not turn it into another one.
  const [wasOver] = useState(() => isOver(startsAt, systemClock.now()))
  return params.has('past') || wasOver
}

type Props = { calendar: CalendarDto; type: CoacheeType; isPast: boolean }

function Booking({ calendar, type, isPast }: Props) {
  const { form, ...asked } = useBookingForm(calendar, type, isPast)
  return (
    <FormProvider {...form}>
      <NewSession type={type} isPast={isPast} {...asked} />
    </FormProvider>
  )
}

/** The form prefilled from the URL: the client or group, and the day, or the start and duration drawn in the calendar. */
function useBookingForm({ durations, defaultChannel }: CalendarDto, type: CoacheeType, isPast: boolean) {
  const [params] = useSearchParams()
  const user = useSessionUser()
  const asked = Number(params.get('minutes') ?? Number.NaN)
  const date = params.get('date')
  const [firstOn] = useState(() => firstRecordedOn(systemClock.now(), user.timezone))
  const form = useSchemaForm(newSessionModel(firstOn), {
    defaultValues: {
      coacheeId: params.get(type === 'Client' ? 'clientId' : 'groupId') ?? '',
      title: '',
      objective: '',
      ...startFields(params.get('startsAt'), user.timezone),
      durationMin: firstLength(durations, asked),
      recurrence: NO_RECURRENCE,
      ...emptyMeeting(user, defaultChannel),
    },
  })
  return {
    form,
    firstOn,
    firstDate: isCalendarDate(date ?? '') ? date : null,
    lengths: lengthChoices(durations, asked),
    /** A length in the URL is kept for any client. */
    usual: { channel: defaultChannel, keepsLength: Number.isInteger(asked) },
    // A drawn start may be outside the offered hours.
    startsOwn: !isPast && params.has('startsAt'),
  }
}
