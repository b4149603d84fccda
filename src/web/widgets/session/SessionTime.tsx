import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong, formatTimeRange } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'

type Props = {
  startsAt: string
  endsAt: string
  /** The viewer's zone, from their settings. */
  timezone: string
  /** The other person: their local time is added where it differs (product §2). */
  other?: { timezone: string; role: 'coach' | 'client'; name: string }
  /** Omits the day where a heading already shows it. */
  timeOnly?: boolean
}

/** When a session is: "lunes 24 de noviembre, 10:00–11:00 h", with both local times where they differ. */
export function SessionTime({ startsAt, endsAt, timezone, other, timeOnly = false }: Props) {
  const start = fromIso(startsAt)
  const end = fromIso(endsAt)
  return (
    <>
      <time dateTime={startsAt} className="tabular">
        {!timeOnly && `${formatDayLong(start, timezone, currentLanguage())}, `}
        {/* No line break between start and end. */}
        <span style={{ whiteSpace: 'nowrap' }}>
          {formatTimeRange(start, end, timezone, currentLanguage())}
        </span>
      </time>
      {other && <BothTimes startsAt={startsAt} timezone={timezone} other={other} />}
    </>
  )
}

type BothProps = { startsAt: string; timezone: string; other: NonNullable<Props['other']> }

/** The start in both zones: "16:00 h para ti · 17:00 h para Emilio"; nothing where they agree. */
export function BothTimes({ startsAt, timezone, other }: BothProps) {
  const { t } = useTranslation()
  const start = fromIso(startsAt)
  if (offsetMinutes(timezone, start) === offsetMinutes(other.timezone, start)) return null
  return (
    <Text component="span" display="block" size="sm" c="dimmed" className="tabular">
      {t(other.role === 'coach' ? 'bothTimes.coach' : 'bothTimes.client', {
        yours: formatClock(start, timezone, currentLanguage()),
        theirs: formatClock(start, other.timezone, currentLanguage()),
        name: other.name,
      })}
    </Text>
  )
}
