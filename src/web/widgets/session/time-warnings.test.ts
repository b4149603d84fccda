import { expect, test } from 'vitest'
import { TimeWarning } from '#contract/sessions/session-series.ts'
import { distinctWarnings, isBookable, isOverridable } from './time-warnings.ts'

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

test('a warning that several sessions of a series share is shown once; another clash or holiday is another warning', () => {
  const [outside] = told('outsideHours') as [TimeWarning]
  const clash = (title: string): TimeWarning => ({
    ...outside,
    code: 'overlap',
    inTheWay: { title } as never,
  })
  const holiday = (name: string): TimeWarning => ({ ...outside, code: 'holiday', holiday: name as never })
  const first = [outside, clash('Valeria'), holiday('christmas')]
  const second = [clash('Bruno'), { ...outside }, clash('Valeria'), holiday('newYear')]
  expect(distinctWarnings([{ warnings: first }, { warnings: second }])).toEqual([
    ...first,
    clash('Bruno'),
    holiday('newYear'),
  ])
})
