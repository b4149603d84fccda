import type { MemberDto } from '#contract/groups.ts'

/** The actions of current members that were not dropped, and how many are done (product §7). */
export function actionsDone(people: readonly Pick<MemberDto, 'status' | 'openActions' | 'doneActions'>[]): {
  done: number
  all: number
} {
  const present = people.filter(({ status }) => status === 'active')
  const done = present.reduce((sum, { doneActions }) => sum + doneActions, 0)
  return { done, all: present.reduce((sum, { openActions }) => sum + openActions, done) }
}
