import { expect, test } from 'vitest'
import type { WritingBarrier } from '#contract/thread.ts'
import type { CoacheeType } from '#contract/values.ts'
import type { UserType } from '#contract/account/auth.ts'
import { takesActions } from './to-action.ts'

test.each<[WritingBarrier | null, CoacheeType, UserType, boolean]>([
  [null, 'Client', 'coach', true],
  [null, 'Group', 'client', true],
  ['unpaid', 'Client', 'client', true],
  ['ended', 'Client', 'coach', false],
  ['ended', 'Client', 'client', false],
  ['ended', 'Group', 'coach', false],
  // Their own process goes on.
  ['ended', 'Group', 'client', true],
])('a room with barrier %s of a %s offers a %s to make an action: %s', (barrier, type, side, offered) => {
  expect(takesActions(barrier, type, side)).toBe(offered)
})
