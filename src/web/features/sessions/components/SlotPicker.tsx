import { useTranslation } from 'react-i18next'
import { dateOf, weekdayOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { formatClock, formatDayLong, formatTime, formatWeekday } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { byDayPart, type SlotDay } from '../slot-days.ts'
import classes from './SlotPicker.module.css'

type Props = {
  day: SlotDay
  /** The client's zone, in which the times are shown. */
  timezone: string
  coachTimezone: string
  chosen: EpochMs | null
  onChoose: (start: EpochMs) => void
}

/** The free starts of a day in the client's zone, with the coach's time under each where it differs. */
export function SlotPicker({ day, timezone, coachTimezone, chosen, onChoose }: Props) {
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
                aria-pressed={start === chosen}
                onClick={() => onChoose(start)}
              >
                <span className={classes.time}>{formatClock(start, timezone, currentLanguage())}</span>
                <CoachTime start={start} timezone={timezone} coachTimezone={coachTimezone} />
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type CoachTimeProps = Pick<Props, 'timezone' | 'coachTimezone'> & { start: EpochMs }

function CoachTime({ start, timezone, coachTimezone }: CoachTimeProps) {
  const { t } = useTranslation('sessions')
  if (offsetMinutes(timezone, start) === offsetMinutes(coachTimezone, start)) return null
  const time = formatTime(start, coachTimezone)
  const theirs = dateOf(start, coachTimezone)
  const otherDay = theirs !== dateOf(start, timezone)
  return (
    <span className={classes.theirs}>
      {otherDay
        ? t('newClient.coachTimeOtherDay', { time, day: formatWeekday(weekdayOf(theirs), currentLanguage()) })
        : t('newClient.coachTime', { time })}
    </span>
  )
}
