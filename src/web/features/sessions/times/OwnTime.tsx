import '@mantine/dates/styles.css'
import { Button } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, type EpochMs } from '#time/clock.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { isBookable } from '#web/widgets/session/time-warnings.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { useMovePreview } from '#web/widgets/queries/move.queries.ts'
import classes from './OwnTime.module.css'
import { minutesOf } from './SlotChoice.tsx'

type Props = { session: SessionDto; viewer: Viewer; full: boolean; onAdd: (start: EpochMs) => void }

/** A time outside the offered hours: the coach may choose it, unless it clashes with one of their sessions. */
export function OwnTime({ session, viewer, full, onAdd }: Props) {
  const { t } = useTranslation('moves')
  const now = useNow()
  const titleId = useId()
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const start = spanOf({ date, time, durationMin: 0 }, viewer.timezone)?.start
  const isPast = start !== undefined && start <= now
  const { query, isCurrent } = useMovePreview(
    session,
    start === undefined || isPast ? undefined : { start, end: addMinutes(start, minutesOf(session)) },
  )
  const warnings = isCurrent ? (query.data?.occurrences ?? []).flatMap((each) => each.warnings) : []
  return (
    <div role="group" aria-labelledby={titleId} className={classes.own}>
      <h3 id={titleId} className={classes.title}>
        {t('propose.own')}
      </h3>
      <DateField
        label={t('propose.date')}
        value={date === '' ? null : date}
        onChange={(next) => setDate(next ?? '')}
      />
      <TimePicker
        label={t('propose.time')}
        withDropdown
        minutesStep={5}
        hoursInputLabel={t('propose.hours')}
        minutesInputLabel={t('propose.minutes')}
        value={time}
        onChange={(next) => setTime(next.slice(0, 5))}
        error={isPast && t('propose.past')}
      />
      <Button
        variant="default"
        disabled={start === undefined || isPast || full || !isCurrent || !isBookable(warnings)}
        onClick={() => {
          if (start === undefined) return
          onAdd(start)
          setTime('')
        }}
      >
        {t('propose.add')}
      </Button>
      <div className={classes.warnings} role="status">
        <TimeWarnings warnings={warnings} />
      </div>
    </div>
  )
}
