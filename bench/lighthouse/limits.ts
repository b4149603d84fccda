// What Lighthouse must find on each page, and how the medians of several runs compare with it.
import { spread } from '../spread.ts'

export type Form = 'mobile' | 'desktop'

/** One run: scores from 0 to 100, times in milliseconds. */
export type Figures = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** How fast this machine was meanwhile; Lighthouse expects about 1000 to 2000 of a desktop. */
  benchmark: number
}

type Limit = { at: 'least' | 'most'; value: number }
type Limits = Partial<Record<keyof Figures, Limit>>

const least = (value: number): Limit => ({ at: 'least', value })
const most = (value: number): Limit => ({ at: 'most', value })

const everywhere: Limits = {
  accessibility: least(100),
  bestPractices: least(100),
  seo: least(100),
  lcpMs: most(2200),
  tbtMs: most(200),
  cls: most(0.01),
}

export const LIMITS: Record<Form, Limits> = {
  mobile: { performance: least(95), ...everywhere },
  desktop: { performance: least(100), ...everywhere },
}

/** The median of each figure over some runs. */
export function medians(runs: readonly Figures[]): Figures {
  const [first] = runs
  if (!first) throw new Error('Nothing was measured')
  const names = Object.keys(first) as (keyof Figures)[]
  const entries = names.map((name) => [name, spread(runs.map((run) => run[name])).median])
  return Object.fromEntries(entries) as Figures
}

/** The figures that are beyond their limits. */
export function missed(form: Form, figures: Figures): (keyof Figures)[] {
  const limits = Object.entries(LIMITS[form]) as [keyof Figures, Limit][]
  return limits
    .filter(([name, { at, value }]) => (at === 'least' ? figures[name] < value : figures[name] > value))
    .map(([name]) => name)
}
