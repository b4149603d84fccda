import { expect, test } from 'vitest'
import { InTheWay, WhyNotCode, type WhyNot } from '#contract/calendar/calendar.ts'
import { isOwnSession } from './why-text.ts'

const why = (code: WhyNot['code'], kind?: InTheWay['kind']) =>
  ({ code, inTheWay: kind ? { kind, title: null } : null, side: null, holiday: null }) as WhyNot

test('only a session of the coach, or a time held for one, prevents booking despite warnings (product §8)', () => {
  const kinds = InTheWay.shape.kind.options
  expect(kinds.filter((kind) => isOwnSession(why('busy', kind)))).toEqual(['session', 'move'])
  expect(kinds.filter((kind) => isOwnSession(why('buffer', kind)))).toEqual([])
  expect(WhyNotCode.options.filter((code) => isOwnSession(why(code)))).toEqual([])
  expect(isOwnSession(why(null))).toBe(false)
})
