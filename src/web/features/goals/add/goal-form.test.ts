import { describe, expect, test } from 'vitest'
import { fieldErrors } from '#contract/field-errors.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import { GoalForm, type GoalValues, changedGoalBody, newGoalBody, noGoal, questionOf } from './goal-form.ts'

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

  test('clears what was emptied in one that exists, and keeps its measure', () => {
    expect(changedGoalBody(GoalForm.parse(typed({})))).toEqual({
      title: 'Correr diez kilómetros',
      why: null,
      area: null,
      unit: null,
      targetDate: null,
      milestones: [],
    })
  })

  test('a refused field leads to its question', () => {
    expect(questionOf(['milestones.2.text'])).toBe('steps')
    expect(questionOf(['targetDate', 'baseline'])).toBe('measure')
    expect(questionOf(['other'])).toBeUndefined()
  })
})
