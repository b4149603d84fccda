import { matchPath } from 'react-router'
import { isId, patterns } from '#web/paths.ts'
import { keysOf } from '#contract/keys-of.ts'

const COACHEE_TYPE = /^(Client|Group)$/
const RESOURCE_TYPE = /^(file|link|video|audio|text)$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** What a part of an address may be (product §1 D10, §14); every other part is an id. */
const PARTS: Record<string, RegExp> = { type: COACHEE_TYPE, selectedDate: DATE, section: /./ }

/** Whether the types and ids of a URL are possible: otherwise the URL is not found (product §1 D10). */
export function isKnownAddress(pathname: string): boolean {
  for (const name of keysOf(patterns)) {
    const match = matchPath(patterns[name], pathname)
    if (!match) continue
    return Object.entries(match.params).every(([part, value = '']) => {
      const shape = name === 'resourceNew' && part === 'type' ? RESOURCE_TYPE : PARTS[part]
      return shape ? shape.test(value) : isId(value)
    })
  }
  return true
}
