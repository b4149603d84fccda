import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupAttendance } from '#contract/groups.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth, formatShortDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './AttendanceStrip.module.css'

type Props = { sessions: readonly GroupAttendance[]; timezone: string }

/** The attendance of the last sessions, oldest first; each links to its record (product §7). */
export function AttendanceStrip({ sessions, timezone }: Props) {
  const { t } = useTranslation('groups')
  const language = currentLanguage()
  return (
    <Card title={t('attendance.title')}>
      {sessions.length === 0 ? (
        <p className={classes.none}>{t('attendance.none')}</p>
      ) : (
        <ol className={classes.strip}>
          {sessions.map(({ sessionId, startsAt, present, expected }) => (
            <li key={sessionId}>
              <Link
                to={paths.sessionFinished({ sessionId })}
                className={classes.session}
                aria-label={t('attendance.of', {
                  date: formatDayMonth(fromIso(startsAt), timezone, language),
                  present,
                  expected,
                })}
              >
                <span className={classes.bar} aria-hidden="true">
                  <span style={{ blockSize: `${expected === 0 ? 0 : (100 * present) / expected}%` }} />
                </span>
                <span className={classes.count} aria-hidden="true">{`${present}/${expected}`}</span>
                <span className={classes.date} aria-hidden="true">
                  {formatShortDayMonth(fromIso(startsAt), timezone, language)}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
