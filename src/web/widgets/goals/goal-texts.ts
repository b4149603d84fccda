import type { TFunction } from 'i18next'
import type { CheckInDto } from '#contract/goals/check-ins.ts'
import type { GoalDto, GoalHealth } from '#contract/goals/goals.ts'
import { numberText, percentText } from '#web/widgets/numbers.ts'

type T = TFunction<'goals'>

/** Decimals that a value is written with. */
const DIGITS = 4

/** A value in the goal's measure: "87.5 kg", "40%", "Sí". */
export function valueText({ measure, unit }: Pick<GoalDto, 'measure' | 'unit'>, value: number, t: T): string {
  if (measure === 'yesNo') return t(value === 1 ? 'valueYes' : 'valueNo')
  if (measure === 'percent') return percentText(value)
  return [numberText(value, DIGITS), unit].filter(Boolean).join(' ')
}

/** A value that was noted: of one that counts up from zero, with where it leads, "1 de 3 decisiones". */
export function notedText(
  goal: Pick<GoalDto, 'measure' | 'unit' | 'baseline' | 'target'>,
  value: number,
  t: T,
): string {
  const { measure, baseline, target } = goal
  const counts = measure === 'number' && baseline === 0 && target !== null && value <= target
  if (!counts) return valueText(goal, value, t)
  return t('ofTarget', { value: numberText(value, DIGITS), target: valueText(goal, target, t) })
}

/** How far a goal is, in its own measure: "Hoy: 87.5 kg (de 90 a 80)", "2 de 5 hitos". */
export function standingText(goal: GoalDto, t: T): string {
  const { measure, baseline, target, value, milestones } = goal
  if (measure === 'milestones') {
    const done = milestones.filter(({ doneOn }) => doneOn !== null).length
    return t('milestonesDone', { done, count: milestones.length })
  }
  if (measure === 'yesNo') return t(value === 1 ? 'valueYes' : 'valueNo')
  if (baseline === null || target === null) return ''
  // The ring says it already.
  if (measure === 'percent' && baseline === 0 && target === 100) return ''
  const bare = { measure, unit: null }
  const from = valueText(bare, baseline, t)
  if (value === null) return t('way', { from, to: valueText(goal, target, t) })
  return t('standing', { value: valueText(goal, value, t), from, to: valueText(bare, target, t) })
}

/** What was ticked of a milestone: "Hito logrado: Pedir la junta". */
export function tickText({ text, done }: CheckInDto['milestones'][number], t: T): string {
  return t(done ? 'detail.reached' : 'detail.reopened', { text })
}

/** Why a goal is doing as it is: "Sin avance en 16 días". */
export function reasonText({ reason, days, points }: GoalHealth, t: T): string {
  if (reason === 'still' || reason === 'late') return t(`reasons.${reason}`, { count: days })
  if (reason === 'behind') return t('reasons.behind', { count: points })
  return t(`reasons.${reason}`)
}
