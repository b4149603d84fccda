import { serveLargeTask } from '#server/platform/threads/large-task.ts'

/** What the task does: asks up to a number, and then ends, breaks, or takes more memory than it may have. */
export type Order = { upTo: number; last: 'end' | 'break' | 'grow' | 'wait' }

await serveLargeTask<Order, number, number[]>(async ({ upTo, last }, ask) => {
  const asked: number[] = []
  for (let number = 1; number <= upTo; number += 1) {
    if (!(await ask(number))) return asked
    asked.push(number)
  }
  if (last === 'break') throw Object.assign(new TypeError('broken'), { code: 'EDQUOT' })
  if (last === 'wait') await new Promise(() => setInterval(() => undefined, 1_000))
  const kept: number[][] = []
  while (last === 'grow') kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length))
  return asked
})
