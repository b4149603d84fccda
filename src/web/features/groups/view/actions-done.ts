import type { MemberDto } from '#contract/groups.ts'

/** What those who are in a group have taken on and not dropped, and how much of it is done (product §7). */
export function actionsDone(people: readonly Pick<MemberDto, 'status' | 'openActions' | 'doneActions'>[]): {
  done: number
  all: number
} {
  const present = people.filter(({ status }) => status === 'active')
  const done = present.reduce((sum, { doneActions }) => sum + doneActions, 0)
  return { done, all: present.reduce((sum, { openActions }) => sum + openActions, done) }
}
