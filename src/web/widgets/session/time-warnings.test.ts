import { expect, test } from 'vitest'
import { TimeWarning } from '#contract/sessions/session-series.ts'
import { isBookable, isOverridable } from './time-warnings.ts'

const told = (...codes: TimeWarning['code'][]) =>
  codes.map((code): TimeWarning => ({ code, inTheWay: null, holiday: null }))

test('a coach may choose any time despite its warnings, except one that clashes with their sessions (product §8)', () => {
  for (const code of TimeWarning.shape.code.options) {
    const isHard = code === 'overlap'
    expect([code, isBookable(told(code)), isOverridable(told(code))]).toEqual([code, !isHard, !isHard])
  }
})

test('"de todos modos" is not shown for a free time or for a clash, whatever other warnings there are', () => {
  expect([isBookable([]), isOverridable([])]).toEqual([true, false])
  expect(isOverridable(told('outsideHours', 'blocked'))).toBe(true)
  expect(isOverridable(told('overlap', 'outsideHours'))).toBe(false)
})
