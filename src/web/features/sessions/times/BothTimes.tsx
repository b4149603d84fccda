import { useTranslation } from 'react-i18next'
import { formatClock, formatDayAndTimes } from '#time/format.ts'
import { offsetMinutes, wallClock } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { Span } from '#web/widgets/times/span.ts'
import classes from './BookingPreview.module.css'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

/** Hours that are unlikely for a session. */
const NIGHT = { from: 22, to: 7 }

type Props = { range: Span; viewer: Viewer; client: { name: string; timezone: string } | undefined }

/** A time for the coach and, where it differs, for the client. */
export function BothTimes({ range: { start, end }, viewer, client }: Props) {
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
          <dd>
            <WholeTimes text={formatDayAndTimes(start, end, viewer.timezone, language)} />
          </dd>
        </div>
        {differs && (
          <div>
            <dt>{t('newCoach.forThem', { name: client.name })}</dt>
            <dd>
              <WholeTimes text={formatDayAndTimes(start, end, client.timezone, language)} />
            </dd>
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
