import { describe, expect, test } from 'vitest'
import type { GoalDto } from '#contract/goals/goals.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import {
  GoalForm,
  type GoalValues,
  changedGoalBody,
  newGoalBody,
  noGoal,
  questionOf,
  valuesOf,
} from './goal-form.ts'

const typed = (values: Partial<GoalValues>) =>
  cleaned({ ...noGoal(), title: 'Correr diez kilómetros', ...values })
const errors = (values: Partial<GoalValues>) => {
  const input = typed(values)
  const { error } = GoalForm.safeParse(input)
  return error ? { ...fieldErrors(error, input) } : {}
}
const steps = (...texts: string[]) => texts.map((text) => ({ id: '', text, date: null }))

// @spec P.91
describe('a goal as it is typed', () => {
  test.each<[string, Partial<GoalValues>, Record<string, string>]>([
    ['a percentage needs no number', {}, {}],
    ['a number needs both', { measure: 'number', target: 10 }, { baseline: 'required' }],
    [
      'and a way between them',
      { measure: 'number', baseline: 8, target: 8 },
      { target: 'target_is_baseline' },
    ],
    ['milestones need one', { measure: 'milestones' }, { milestones: 'milestone_required' }],
    [
      'with words',
      { measure: 'milestones', milestones: steps('', '') },
      { milestones: 'milestone_required' },
    ],
    ['the words are enough', { measure: 'milestones', milestones: steps('', 'Medio camino') }, {}],
    ['a title has words', { title: 'Ir' }, { title: 'too_short|minimum=5' }],
  ])('%s', (_, values, expected) => {
    expect(errors(values)).toEqual(expected)
  })

  test('is sent without rows that are empty, and with its owner', () => {
    const form = GoalForm.parse(typed({ milestones: steps('Medio camino', ''), why: ' Por mí ' }))
    expect(newGoalBody(form, {})).toEqual({
      title: 'Correr diez kilómetros',
      why: 'Por mí',
      measure: 'percent',
      targetDate: null,
      milestones: [{ text: 'Medio camino', date: null }],
    })
  })

  test('of one that exists only what was changed is sent: what was emptied is cleared, and the measure stays', () => {
    const milestones = [
      { id: '01890000-0000-7000-8000-00000000000a', text: 'Medio camino', date: null, doneOn: null },
    ]
    const goal = {
      title: 'Correr diez kilómetros',
      why: 'Por mí',
      area: 'Salud',
      measure: 'number',
      baseline: 2,
      target: 10,
      unit: 'km',
      targetDate: '2027-06-01',
      milestones,
    } as unknown as GoalDto
    const body = (values: Partial<GoalValues>) =>
      changedGoalBody(GoalForm.parse(cleaned({ ...valuesOf(goal), ...values })), goal)
    expect(body({})).toEqual({})
    expect(body({ why: '', target: 12 })).toEqual({ why: null, target: 12 })
    const milestonesBasedOn = valuesOf(goal).milestones
    expect(body({ targetDate: null, milestones: [] })).toEqual({
      targetDate: null,
      milestones: [],
      milestonesBasedOn,
    })
    const renamed = [{ ...valuesOf(goal).milestones[0]!, text: 'La mitad' }]
    expect(body({ milestones: renamed })).toEqual({ milestones: renamed, milestonesBasedOn })
  })

  test('a refused field leads to its question', () => {
    expect(questionOf(['milestones.2.text'])).toBe('steps')
    expect(questionOf(['targetDate', 'baseline'])).toBe('measure')
    expect(questionOf(['other'])).toBeUndefined()
  })
})
