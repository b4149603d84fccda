import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import type { Span } from '#web/widgets/times/span.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './BookingPreview.module.css'
import { BothTimes } from './BothTimes.tsx'
import { DayAgenda } from '#web/widgets/times/day/DayAgenda.tsx'

type Props = {
  range: Span | undefined
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
  /** The session being edited: it does not clash with itself. */
  without?: string
}

/** Beside the form: the chosen time for both, and the other entries of that day. */
export function BookingPreview({ range, viewer, client, without }: Props) {
  const { t } = useTranslation('sessions')
  if (!range) {
    return (
      <Card title={t('newCoach.when')}>
        <p className={classes.hint}>{t('newCoach.pickTime')}</p>
      </Card>
    )
  }
  return (
    <>
      <Card title={t('newCoach.when')}>
        <BothTimes range={range} viewer={viewer} client={client} />
      </Card>
      <Card>
        <DayAgenda
          date={dateOf(range.start, viewer.timezone)}
          range={range}
          viewer={viewer}
          {...(without && { without })}
        />
      </Card>
    </>
  )
}
