import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { CoacheeType } from '#contract/values.ts'
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
import { emptyMeeting } from '#web/features/sessions/components/meeting-form.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import {
  firstLength,
  firstRecordedOn,
  lengthChoices,
  newSessionModel,
  startFields,
} from './new-session-form.ts'

/** The coach books a session or a series, with a person or a group (product §9). */
export function Component() {
  const { t } = useTranslation('sessions')
  const { success: isKnown, data: type } = CoacheeType.safeParse(useParams()['type'])
  const { coachId } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  if (!isKnown) return <NotFound />
  return (
    <Page
      title={t('newCoach.title')}
      subtitle={t('newCoach.subtitle')}
      back={<BackLink to={paths.calendar()} label={t('ending.goCalendar')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(calendar) => <Booking key={type} calendar={calendar} type={type} />}
      </QueryView>
    </Page>
  )
}

function Booking({ calendar, type }: { calendar: CalendarDto; type: CoacheeType }) {
  const { form, firstOn, lengths } = useBookingForm(calendar, type)
  return (
    <FormProvider {...form}>
      <NewSession type={type} lengths={lengths} firstOn={firstOn} />
    </FormProvider>
  )
}

/** The form prefilled from the URL: the client or group, and the start and duration drawn in the calendar. */
function useBookingForm({ durations, defaultChannel }: CalendarDto, type: CoacheeType) {
  const [params] = useSearchParams()
  const user = useSessionUser()
  const asked = Number(params.get('minutes') ?? Number.NaN)
  const [firstOn] = useState(() => firstRecordedOn(systemClock.now(), user.timezone))
  const form = useSchemaForm(newSessionModel(firstOn), {
    defaultValues: {
      coacheeId: params.get(type === 'Client' ? 'clientId' : 'groupId') ?? '',
      title: '',
      objective: '',
      ...startFields(params.get('startsAt'), systemClock.now(), user.timezone),
      durationMin: firstLength(durations, asked),
      recurrence: NO_RECURRENCE,
      ...emptyMeeting(user, defaultChannel),
    },
  })
  return { form, firstOn, lengths: lengthChoices(durations, asked) }
}
