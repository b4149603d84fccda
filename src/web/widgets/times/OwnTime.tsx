import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#time/calendar-date.ts'
import type { TimeWarning } from '#contract/sessions/session-series.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { SpanFields } from '#web/widgets/forms/SpanFields.tsx'
import { spanOf, type SpanForm } from '#web/widgets/forms/span-form.ts'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { DayAgenda } from './day/DayAgenda.tsx'
import classes from './OwnTime.module.css'

type Props = {
  viewer: Viewer
  value: SpanForm
  onChange: (value: SpanForm) => void
  /** Without them the length stays. */
  lengths?: readonly number[]
  /** What the time clashes with, as soon as the server has said so. */
  warnings?: readonly TimeWarning[]
  /** The session that gets another time. */
  without?: string
  /** What is done with the time, where the dialog does not do it with its own button. */
  children?: ReactNode
}

/** Any other hour: the coach may choose it, unless it clashes with one of their sessions (product §8). */
export function OwnTime({ viewer, value, onChange, lengths, warnings = [], without, children }: Props) {
  const { t } = useTranslation('sessions')
  const titleId = useId()
  const span = spanOf(value, viewer.timezone)
  const now = useNow()
  const isPast = span !== undefined && span.start <= now
  return (
    <div role="group" aria-labelledby={titleId} className={classes.own}>
      <VisuallyHidden id={titleId}>{t('times.own')}</VisuallyHidden>
      <SpanFields
        value={value}
        onChange={onChange}
        lengths={lengths ?? []}
        timeError={isPast ? t('times.past') : undefined}
      />
      {children}
      <div className={classes.warnings} role="status">
        {!isPast && <TimeWarnings warnings={warnings} />}
      </div>
      {isCalendarDate(value.date) && (
        <DayAgenda
          date={value.date}
          viewer={viewer}
          {...(span && { range: span })}
          {...(without && { without })}
        />
      )}
    </div>
  )
}
