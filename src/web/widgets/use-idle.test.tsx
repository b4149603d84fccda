import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { usePageQuiet } from './use-idle.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

const waiting: (() => void)[] = []
vi.mock('#web/api/quiet.ts', () => ({ whenQuiet: (begin: () => void) => waiting.push(begin) }))
resetModulesAfterwards()

let hooks: { usePageQuiet: typeof usePageQuiet }
beforeEach(async () => {
  waiting.length = 0
  vi.resetModules()
  hooks = await import('./use-idle.ts')
})

const quiet = () => act(() => waiting.splice(0).forEach((begin) => begin()))

test('all who wait are told together that the opened page is quiet, and who comes later does not wait', () => {
  const [one, other] = [renderHook(hooks.usePageQuiet), renderHook(hooks.usePageQuiet)]
  expect(waiting).toHaveLength(1)
  expect([one.result.current, other.result.current]).toEqual([false, false])
  quiet()
  expect([one.result.current, other.result.current]).toEqual([true, true])
  expect(renderHook(hooks.usePageQuiet).result.current).toBe(true)
  expect(waiting).toHaveLength(0)
})

test('the page becomes quiet also where who waited is gone by then', () => {
  renderHook(hooks.usePageQuiet).unmount()
  quiet()
  expect(renderHook(hooks.usePageQuiet).result.current).toBe(true)
})
