import { Checkbox } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import { SpanFields } from '#web/widgets/forms/SpanFields.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { previewQuery } from '#web/widgets/queries/move.queries.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { spanBody, type Span } from '#web/widgets/times/span.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { ClosingValues } from './closing-form.ts'
import { suggestedNext } from './next-booking.ts'
import { nextOfQuery } from '../records.queries.ts'
import classes from './NextBookingFields.module.css'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

/** The next session, booked with the closing if wanted: suggests the same weekday and time (product §9). */
export function NextBookingFields({ session }: { session: SessionDto }) {
  const { t } = useTranslation('records')
  const { timezone } = useViewer()
  const form = useFormContext<ClosingValues>()
  const { data: booked } = useQuery(nextOfQuery(session))
  const suggested = suggestedNext(session, useNow(), timezone, booked)
  const next = form.watch('next')
  const written = ({ start, end }: Span) => formatDayAndTimes(start, end, timezone, currentLanguage())
  const change = (value: ClosingValues['next']) =>
    form.setValue('next', value, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      {booked && (
        <p className={classes.booked}>
          <IconCalendarCheck size={18} aria-hidden="true" />
          {/* One part beside the icon, so that the line breaks like a sentence. */}
          <span>
            <WholeTimes
              text={t('next.booked', {
                when: written({ start: fromIso(booked.startsAt), end: fromIso(booked.endsAt) }),
              })}
            />
          </span>
        </p>
      )}
      <Checkbox
        checked={next.wanted}
        label={t(booked ? 'next.another' : 'next.book')}
        description={
          !next.wanted && (
            <WholeTimes text={t('next.suggestion', { when: written(spanOf(suggested, timezone)!) })} />
          )
        }
        onChange={({ currentTarget: { checked: wanted } }) =>
          change({ ...(next.date ? next : suggested), wanted })
        }
      />
      {next.wanted && <Chosen session={session} onChange={change} />}
    </>
  )
}

type ChosenProps = { session: SessionDto; onChange: (next: ClosingValues['next']) => void }

function Chosen({ session, onChange }: ChosenProps) {
  const viewer = useViewer()
  const { watch } = useFormContext<ClosingValues>()
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const { date = '', time = '', durationMin } = watch('next')
  const value = { date, time, durationMin }
  const span = spanOf(value, viewer.timezone)
  const lengths = [...new Set([...(calendar?.durations ?? []), durationMin])].sort((a, b) => a - b)
  return (
    <div className={classes.chosen}>
      <SpanFields value={value} lengths={lengths} onChange={(next) => onChange({ ...next, wanted: true })} />
      {span && <Meaning session={session} span={span} />}
    </div>
  )
}

/** The chosen time for both, and its warnings. */
function Meaning({ session, span }: { session: SessionDto; span: Span }) {
  const viewer = useViewer()
  const times = spanBody(span)
  const { type, clientId, groupId } = session
  const who = { ...(clientId && { clientId }), ...(groupId && { groupId }) }
  const { data: preview } = useQuery(previewQuery({ type, ...who, ...times }))
  return (
    <div role="status" className={classes.meaning}>
      <TimeForBoth session={session} viewer={viewer} at={times} />
      <TimeWarnings warnings={preview?.occurrences[0]?.warnings ?? []} />
    </div>
  )
}
