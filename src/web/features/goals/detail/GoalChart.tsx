import { useTranslation } from 'react-i18next'
import type { GoalDto, GoalPoint } from '#contract/goals/goals.ts'
import { type CalendarDate, daysBetween } from '#time/calendar-date.ts'
import { formatShortDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { percentText } from '#web/widgets/numbers.ts'
import { useShortDay } from '#web/widgets/use-now.ts'
import classes from './GoalChart.module.css'

const WIDTH = 480
const HEIGHT = 150
const LEFT = 54
const RIGHT = 12
const TOP = 10
const BOTTOM = 24

type Props = { goal: Pick<GoalDto, 'points' | 'startDate' | 'targetDate' | 'progress'>; today: CalendarDate }

/** What was noted over time, against the pace that its date asks for. The same in words is its name. */
export function GoalChart({ goal: { points, startDate, targetDate }, today }: Props) {
  const { t } = useTranslation('goals')
  const shortDay = useShortDay()
  const language = currentLanguage()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return <p className={classes.none}>{t('detail.chartEmpty')}</p>
  const start = first.date < startDate ? first.date : startDate
  const end = [targetDate ?? today, today, last.date].reduce((a, b) => (a > b ? a : b))
  const days = Math.max(1, daysBetween(start, end))
  const x = (date: CalendarDate) => LEFT + (daysBetween(start, date) / days) * (WIDTH - LEFT - RIGHT)
  const y = (progress: number) => TOP + (1 - progress / 100) * (HEIGHT - TOP - BOTTOM)
  const line: readonly GoalPoint[] = first.date > start ? [{ date: start, progress: 0 }, ...points] : points
  const words = [
    t('detail.chartAlt', {
      count: points.length,
      first: percentText(first.progress),
      firstDate: shortDay(first.date),
      last: percentText(last.progress),
      lastDate: shortDay(last.date),
    }),
    targetDate && t('detail.chartPace', { date: shortDay(targetDate) }),
  ]
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={classes.chart}
        role="img"
        aria-label={words.filter(Boolean).join(' ')}
      >
        {[0, 50, 100].map((progress) => (
          <g key={progress}>
            <line className={classes.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={y(progress)} y2={y(progress)} />
            <text className={classes.label} x={LEFT - 8} y={y(progress) + 4} textAnchor="end">
              {percentText(progress)}
            </text>
          </g>
        ))}
        {targetDate && (
          <line className={classes.pace} x1={x(startDate)} y1={y(0)} x2={x(targetDate)} y2={y(100)} />
        )}
        <polyline
          className={classes.line}
          points={line.map(({ date, progress }) => `${x(date)},${y(progress)}`).join(' ')}
        />
        {points.map(({ date, progress }) => (
          <circle key={date} className={classes.point} cx={x(date)} cy={y(progress)} r={4} />
        ))}
        <text className={classes.label} x={LEFT} y={HEIGHT - 4}>
          {formatShortDayMonth(start, 'UTC', language)}
        </text>
        <text className={classes.label} x={WIDTH - RIGHT} y={HEIGHT - 4} textAnchor="end">
          {formatShortDayMonth(end, 'UTC', language)}
        </text>
      </svg>
      {/* Its words are in the picture's name already. */}
      {targetDate && (
        <figcaption className={classes.legend} aria-hidden="true">
          {t('detail.pace')}
        </figcaption>
      )}
    </figure>
  )
}
