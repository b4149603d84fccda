import { createInstance, type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { GoalDto } from '#contract/goals/goals.ts'
import texts from '../../../../public/locales/es-MX/goals.json' with { type: 'json' }
import { standingText } from './goal-texts.ts'

let t: TFunction<'goals'>

beforeAll(async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'es-MX', ns: 'goals', resources: { 'es-MX': { goals: texts } } })
  t = i18n.getFixedT('es-MX', 'goals')
})

const goal = (change: Partial<GoalDto>) =>
  ({
    measure: 'number',
    unit: 'kg',
    baseline: 90,
    target: 80,
    value: null,
    milestones: [],
    ...change,
  }) as GoalDto

test('a number says where it is and, in one piece, which way it has to go', () => {
  expect(standingText(goal({ value: 87.5 }), t)).toBe('Hoy: 87.5 kg (de 90 a 80)')
  expect(standingText(goal({}), t)).toBe('De 90 a 80 kg')
  expect(standingText(goal({ measure: 'percent', unit: null, baseline: 20, value: 40 }), t)).toBe(
    'Hoy: 40% (de 20% a 80%)',
  )
})
