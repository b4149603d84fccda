import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { formatClock, formatDayAndTimes } from '#time/format.ts'
import { offsetMinutes, wallClock } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import type { Span } from '#web/widgets/forms/span-form.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './BookingPreview.module.css'
import { DayAgenda } from './DayAgenda.tsx'

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
        <Times range={range} viewer={viewer} client={client} />
      </Card>
      <Card title={t('newCoach.agenda')}>
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

/** Hours that are unlikely for a session. */
const NIGHT = { from: 22, to: 7 }

function Times({ range: { start, end }, viewer, client }: Props & { range: Span }) {
  const { t } = useTranslation(['sessions', 'booking'])
  const language = currentLanguage()
  const differs = client && offsetMinutes(client.timezone, start) !== offsetMinutes(viewer.timezone, start)
  const hour = client && wallClock(start, client.timezone).hour
  const isNight = hour !== undefined && (hour < NIGHT.to || hour >= NIGHT.from)
  return (
    <>
      <dl className={classes.times}>
        <div>
          {differs && <dt>{t('newCoach.forYou')}</dt>}
          <dd>{formatDayAndTimes(start, end, viewer.timezone, language)}</dd>
        </div>
        {differs && (
          <div>
            <dt>{t('newCoach.forThem', { name: client.name })}</dt>
            <dd>{formatDayAndTimes(start, end, client.timezone, language)}</dd>
          </div>
        )}
      </dl>
      {differs && (
        <p className={classes.theirs} data-night={isNight || undefined} role="status">
          {t('booking:theirTime', { name: client.name, time: formatClock(start, client.timezone, language) })}
        </p>
      )}
    </>
  )
}
