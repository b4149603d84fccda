import { keysOf } from '#contract/keys-of.ts'

/** The parts of a form that are not saved: those that differ from how they were before, by what they hold. */
export function changedParts<Parts extends object>(
  after: Parts,
  before: { [Name in keyof Parts]?: unknown },
): Partial<Parts> {
  const changed: Partial<Parts> = {}
  for (const name of keysOf(after)) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name]
  }
  return changed
}
