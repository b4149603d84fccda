import { useTranslation } from 'react-i18next'
import { dateOf, weekdayOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { formatClock, formatDayLong, formatWeekday } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { byDayPart, type SlotDay } from './slot-days.ts'
import classes from './SlotPicker.module.css'

/** The other person, whose local time is shown where it differs. */
export type OtherZone = { timezone: string; role: 'coach' | 'client'; name: string }

type Props = {
  day: SlotDay
  /** The viewer's zone, in which the times are shown. */
  timezone: string
  /** The other person, whose local time is under each start where it differs. */
  other: OtherZone | null
  chosen: readonly EpochMs[]
  onChoose: (start: EpochMs) => void
}

/** The free starts of a day in the viewer's zone, with the other person's local time where it differs. */
export function SlotPicker({ day, timezone, other, chosen, onChoose }: Props) {
  const { t } = useTranslation('sessions')
  const dayName = formatDayLong(day.date, timezone, currentLanguage())
  return (
    <div role="group" aria-label={t('newClient.slots', { day: dayName })}>
      {byDayPart(day.starts, timezone).map(({ part, starts }) => (
        <div key={part} className={classes.part}>
          <h3 className={classes.name}>{t(`newClient.${part}`)}</h3>
          <div className={classes.slots}>
            {starts.map((start) => (
              <button
                key={start}
                type="button"
                className={classes.slot}
                aria-pressed={chosen.includes(start)}
                onClick={() => onChoose(start)}
              >
                <span className={classes.time}>{formatClock(start, timezone, currentLanguage())}</span>
                {other && <TheirTime start={start} timezone={timezone} other={other} />}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type TheirTimeProps = { start: EpochMs; timezone: string; other: NonNullable<Props['other']> }

function TheirTime({ start, timezone, other }: TheirTimeProps) {
  const { t } = useTranslation('sessions')
  if (offsetMinutes(timezone, start) === offsetMinutes(other.timezone, start)) return null
  const time = formatClock(start, other.timezone, currentLanguage())
  const theirs = dateOf(start, other.timezone)
  const whose = other.role === 'coach' ? 'coachTime' : 'clientTime'
  const day = formatWeekday(weekdayOf(theirs), currentLanguage())
  return (
    <span className={classes.theirs}>
      {theirs === dateOf(start, timezone)
        ? t(`newClient.${whose}`, { time, name: other.name })
        : t(`newClient.${whose}OtherDay`, { time, day, name: other.name })}
    </span>
  )
}
