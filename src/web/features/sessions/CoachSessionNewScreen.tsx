import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { CalendarDto } from '#contract/calendar.ts'
import { systemClock } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { calendarQuery } from '#web/widgets/calendar.queries.ts'
import { clientQuery } from '#web/widgets/client.queries.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './CoachSessionNewScreen.module.css'
import { BookingPreview } from './components/BookingPreview.tsx'
import { NewSessionFields } from './components/NewSessionFields.tsx'
import { emptyMeeting } from './meeting-form.ts'
import {
  NewSessionForm,
  firstLength,
  lengthChoices,
  newSessionBody,
  rangeOf,
  startFields,
} from './new-session-form.ts'
import { useCreateSession } from './sessions.queries.ts'

/** The coach books a session (product §9). */
export function CoachSessionNewScreen() {
  const { t } = useTranslation('sessions')
  const { type } = useParams()
  const { coachId } = useViewer()
  const query = useQuery(calendarQuery(coachId))
  // Groups come with their own issue.
  if (type !== 'Client') return <NotFound />
  return (
    <Page
      title={t('newCoach.title')}
      subtitle={t('newCoach.subtitle')}
      back={<BackLink to={paths.calendar()} label={t('ending.goCalendar')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(calendar) => <Booking calendar={calendar} />}
      </QueryView>
    </Page>
  )
}

function Booking({ calendar }: { calendar: CalendarDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const navigate = useNavigate()
  const create = useCreateSession()
  const { form, lengths } = useBookingForm(calendar)
  const now = useNow()
  // What the server did not offer: shown until the time or the length is changed.
  const [refused, setRefused] = useState<ReturnType<typeof rangeOf>>()
  const [clientId, date, time, durationMin] = form.watch(['clientId', 'date', 'time', 'durationMin'])
  const range = rangeOf({ date, time, durationMin }, viewer.timezone)
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: clientId !== '' })
  const isPast = range !== undefined && range.start < now
  const isRefused = range !== undefined && refused?.start === range.start && refused.end === range.end

  const book = (outsideHours: boolean) =>
    form.handleSubmit((values) =>
      create.mutate(newSessionBody(NewSessionForm.parse(values), viewer.timezone, outsideHours), {
        onSuccess: ({ id, client: who }) => {
          setAlert(t('newCoach.done', { name: who?.name ?? '' }), 'success')
          const sessionId = { sessionId: id }
          void navigate(isPast ? paths.sessionFinished(sessionId) : paths.sessionView(sessionId))
        },
        onError: (failure) => {
          if (failure instanceof ApiFailure && failure.code === 'session.not_offered') {
            return setRefused(range)
          }
          showFailure(failure, { form })
        },
      }),
    )()

  return (
    <FormProvider {...form}>
      <div className={classes.columns}>
        <Card>
          <NewSessionFields
            lengths={lengths}
            client={client}
            saving={create.isPending}
            refused={isRefused}
            // A time that has passed is never offered: choosing it says so by itself.
            onSubmit={() => void book(isPast)}
            onAnyway={() => void book(true)}
          />
        </Card>
        <div className={classes.aside}>
          <BookingPreview range={range} viewer={viewer} client={client} />
        </div>
      </div>
    </FormProvider>
  )
}

/** The form as the address asks for it: the person, the start and the length drawn in the calendar. */
function useBookingForm({ durations }: CalendarDto) {
  const [params] = useSearchParams()
  const user = useSessionUser()
  const asked = Number(params.get('minutes') ?? Number.NaN)
  const form = useForm<NewSessionForm>({
    mode: 'all',
    defaultValues: {
      clientId: params.get('clientId') ?? '',
      title: '',
      objective: '',
      ...startFields(params.get('startsAt'), systemClock.now(), user.timezone),
      durationMin: firstLength(durations, asked),
      ...emptyMeeting(user),
    },
    resolver: modelResolver(NewSessionForm),
  })
  return { form, lengths: lengthChoices(durations, asked) }
}
