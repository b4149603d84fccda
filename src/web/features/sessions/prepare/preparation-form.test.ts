import { expect, test } from 'vitest'
import { PREPARATION_TEXTS, preparationBody } from '#web/widgets/session/preparation-body.ts'
import { isPrepared, textsOf } from './preparation-form.ts'
import { restoredPreparation } from './use-preparation.ts'

test('before the first session nobody is asked about the last one, and what was answered stays', () => {
  expect(textsOf({ first: false }, {})).toEqual(PREPARATION_TEXTS)
  expect(textsOf({ first: true }, {})).toEqual(['focus', 'notes'])
  expect(textsOf({ first: true }, { learnings: 'Algo', progress: ' ' })).toEqual([
    'learnings',
    'focus',
    'notes',
  ])
})

test('empty answers are not sent, and a draft of another shape is ignored', () => {
  expect(preparationBody({ focus: '  ', progress: ' Hablé con ella ', mood: 7 })).toEqual({
    progress: 'Hablé con ella',
    mood: 7,
  })
  expect(preparationBody({ mood: null })).toEqual({})
  expect([isPrepared({}), isPrepared({ focus: ' ' }), isPrepared({ mood: 1 })]).toEqual([false, false, true])
  expect(restoredPreparation({ focus: 'Mi equipo' })).toEqual({ focus: 'Mi equipo' })
  expect(restoredPreparation({ summary: 'otra cosa' })).toBeUndefined()
})
