import { IconChartBar } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoachDashboard, WeekOfMonth } from '#contract/dashboard.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { formatDayMonth, formatMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { MONTH_FIGURES, barsOf, figureOf, type MonthFigure } from './month-figures.ts'
import { numberText, percentText } from '#web/widgets/numbers.ts'
import classes from './MonthChart.module.css'

const BAR = { width: 14, gap: 8, height: 44, least: 3 } as const

/** The month in four small charts, a bar per week (product §19), with an equivalent table for screen readers. */
export function MonthChart({ month }: Pick<CoachDashboard, 'month'>) {
  const { t } = useTranslation('dashboard')
  // Nobody sees the table: it comes after what is seen.
  const hasTable = useDeferredValue(true, false)
  const [first] = month
  if (!first) return null
  const name = formatMonth(dateOfWeek(first), 'UTC', currentLanguage())
  const aside = <span className={classes.month}>{name}</span>
  if (MONTH_FIGURES.every((figure) => !figureOf(month, figure))) {
    return (
      <Card title={t('month.title')} aside={aside}>
        <EmptyState slim icon={<IconChartBar />} text={t('month.empty')} />
      </Card>
    )
  }
  return (
    <Card title={t('month.title')} aside={aside}>
      <div className={classes.figures} aria-hidden="true">
        {MONTH_FIGURES.map((figure) => (
          <Figure key={figure} figure={figure} month={month} />
        ))}
      </div>
      {hasTable && <MonthTable month={month} name={name} />}
    </Card>
  )
}

function Figure({ figure, month }: { figure: MonthFigure; month: readonly WeekOfMonth[] }) {
  const { t } = useTranslation('dashboard')
  const bars = barsOf(month, figure)
  const width = bars.length * (BAR.width + BAR.gap) - BAR.gap
  return (
    <div className={classes.figure} data-figure={figure}>
      <span className={classes.name}>{t(`month.${figure}`)}</span>
      <span className={classes.value}>{written(figureOf(month, figure), figure)}</span>
      <svg className={classes.bars} viewBox={`0 0 ${width} ${BAR.height}`} width={width} height={BAR.height}>
        {bars.map((part, at) => {
          // An empty week is still drawn, as a line.
          const height = Math.max(BAR.least, part * BAR.height)
          return (
            <rect
              key={month[at]?.from}
              x={at * (BAR.width + BAR.gap)}
              y={BAR.height - height}
              width={BAR.width}
              height={height}
              rx={3}
              data-none={part === 0 || undefined}
            />
          )
        })}
      </svg>
    </div>
  )
}

function MonthTable({ month, name }: { month: readonly WeekOfMonth[]; name: string }) {
  const { t } = useTranslation('dashboard')
  return (
    // A table takes no width from its class alone.
    <div className="visually-hidden">
      <table>
        <caption>{t('month.caption', { month: name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('month.week')}</th>
            {MONTH_FIGURES.map((figure) => (
              <th key={figure} scope="col">
                {t(`month.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.map((week) => (
            <tr key={week.from}>
              <th scope="row">
                {t('month.from', { date: formatDayMonth(dateOfWeek(week), 'UTC', currentLanguage()) })}
              </th>
              {MONTH_FIGURES.map((figure) => (
                <td key={figure}>{written(figureOf([week], figure), figure)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('month.total')}</th>
            {MONTH_FIGURES.map((figure) => (
              <td key={figure}>{written(figureOf(month, figure), figure)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const dateOfWeek = ({ from }: WeekOfMonth) => calendarDate(from)

function written(value: number | null, figure: MonthFigure): string {
  if (value === null) return '–'
  if (figure === 'attendance') return percentText(value * 100)
  const digits = figure === 'hours' ? 1 : 0
  return numberText(value, digits)
}
