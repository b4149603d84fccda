import type { WeekOfMonth } from '#contract/dashboard.ts'

/** What the chart of a month draws, in its order. */
export const MONTH_FIGURES = ['held', 'hours', 'attendance', 'actionsDone'] as const
export type MonthFigure = (typeof MONTH_FIGURES)[number]

/** A figure of a week, or of a month; null where there is nothing to tell, such as attendance without sessions. */
export function figureOf(weeks: readonly WeekOfMonth[], figure: MonthFigure): number | null {
  const sum = (of: (week: WeekOfMonth) => number) => weeks.reduce((total, week) => total + of(week), 0)
  switch (figure) {
    case 'held':
      return sum(({ held }) => held)
    case 'hours':
      return sum(({ minutes }) => minutes) / 60
    case 'attendance': {
      const expected = sum(({ expected: each }) => each)
      return expected === 0 ? null : sum(({ attended }) => attended) / expected
    }
    case 'actionsDone':
      return sum(({ actionsDone }) => actionsDone)
  }
}

/** How high each week's bar is, 0 to 1 of the highest; attendance of what would be everybody. */
export function barsOf(weeks: readonly WeekOfMonth[], figure: MonthFigure): number[] {
  const values = weeks.map((week) => figureOf([week], figure) ?? 0)
  const most = figure === 'attendance' ? 1 : Math.max(...values, 1)
  return values.map((value) => value / most)
}
