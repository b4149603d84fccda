import { expect, test } from 'vitest'
import { PREPARATION_TEXTS } from '#web/widgets/session/preparation-body.ts'
import { textsOf } from './preparation-form.ts'

test('before the first session nobody is asked about the last one, and what was answered stays', () => {
  expect(textsOf({ first: false }, {})).toEqual(PREPARATION_TEXTS)
  expect(textsOf({ first: true }, {})).toEqual(['focus', 'notes'])
  expect(textsOf({ first: true }, { learnings: 'Algo', progress: ' ' })).toEqual([
    'learnings',
    'focus',
    'notes',
  ])
})
