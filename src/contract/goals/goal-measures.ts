import { z } from 'zod'

/** How the way to a goal is measured (product §11). */
export const GoalMeasure = z.enum(['percent', 'number', 'yesNo', 'milestones'])
export type GoalMeasure = z.infer<typeof GoalMeasure>

/** Most milestones of one goal. */
export const MOST_MILESTONES = 20

// Up to four decimals below a billion are exact in the database and on screen.
export const amount = z.number().min(-1e9).max(1e9)

/** Whether a goal has this measure's numbers: from a baseline to a target. */
function hasNumbers(measure: GoalMeasure): boolean {
  return measure === 'percent' || measure === 'number'
}

/** What a goal is measured with. Baseline and target are null where the measure has no numbers. */
export type Measured = { measure: GoalMeasure; baseline: number | null; target: number | null }

/** Its numbers as they are typed. */
export type Typed = {
  baseline?: number | undefined
  target?: number | undefined
  unit?: string | null | undefined
}

/**
 * The numbers of a goal. A percentage starts at 0 and aims at 100 unless it says otherwise; a number needs both.
 */
export function measuredOf(measure: GoalMeasure, { baseline, target }: Typed): Measured {
  if (!hasNumbers(measure)) return { measure, baseline: null, target: null }
  const isPercent = measure === 'percent'
  return {
    measure,
    baseline: baseline ?? (isPercent ? 0 : null),
    target: target ?? (isPercent ? 100 : null),
  }
}

/**
 * What is wrong with the numbers of a goal: missing ones, percentages beyond 0 and 100, a target that is the baseline,
 * or numbers and a unit where the measure has none. A target may lie below its baseline (90 → 80 kg).
 */
export function numberErrors(measured: Measured, typed: Typed): Record<string, string> {
  const { measure, baseline, target } = measured
  if (!hasNumbers(measure)) return unexpected(typed)
  const errors: Record<string, string> = {}
  for (const [field, number] of Object.entries({ baseline, target })) {
    if (number === null) errors[field] = 'required'
    else if (measure === 'percent') Object.assign(errors, percentErrors(field, number))
  }
  if (measure === 'percent' && typed.unit) errors['unit'] = 'unknown_key'
  if (Object.keys(errors).length === 0 && baseline === target) errors['target'] = 'target_is_baseline'
  return errors
}

function unexpected(typed: Typed): Record<string, string> {
  const given = Object.entries(typed).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([field]) => [field, 'unknown_key']))
}

function percentErrors(field: string, number: number): Record<string, string> {
  return number < 0 || number > 100 ? { [field]: 'percent_range' } : {}
}

/**
 * What is wrong with a noted value: none where the measure counts milestones, only 0 and 1 for yes or no, percentages
 * from 0 to 100. A number may lie beyond its target, or on the other side of its baseline.
 */
export function valueErrors(measure: GoalMeasure, value: number | undefined): Record<string, string> {
  if (value === undefined) return {}
  if (measure === 'milestones') return { value: 'value_of_milestones' }
  if (measure === 'yesNo') return value === 0 || value === 1 ? {} : { value: 'value_yes_no' }
  return measure === 'percent' ? percentErrors('value', value) : {}
}
