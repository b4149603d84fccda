import type { core, z } from 'zod'

/** Text of `validation.<key>` with its parameters, as one string: `key` or `key|name=value`. */
export type FieldError = string

const OWN_KEY = /^[a-z]+(?:_[a-z]+)*$/

/** The text key of a field error and the numbers in its text, if any. */
export function readFieldError(error: FieldError): { key: string; params: Record<string, number> } {
  const [key = '', parameter] = error.split('|')
  const [name, value] = parameter?.split('=') ?? []
  return { key, params: name ? { [name]: Number(value) } : {} }
}

/** An empty record without a prototype, so that a field named `toString` is an ordinary field. */
export const noFields = (): Record<string, FieldError> => Object.create(null) as Record<string, FieldError>

/** Most fields in one refusal. A body of a megabyte can have a hundred thousand unknown ones. */
export const MOST_FIELDS = 250

/**
 * One text key per refused field (product §2), by dotted path. A schema's own message is already a key; zod's standard
 * errors map to one, with their bounds. Only the first `MOST_FIELDS` are named.
 */
export function fieldErrors(error: z.ZodError, input: unknown): Record<string, FieldError> {
  const fields = noFields()
  let left = MOST_FIELDS
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, left)
      for (const key of keys) fields[[...issue.path, key].join('.')] ??= 'unknown_key'
      left -= keys.length
    } else {
      fields[issue.path.join('.') || 'body'] ??= keyOf(issue, input)
      left -= 1
    }
    if (left === 0) break
  }
  return fields
}

function keyOf(issue: core.$ZodIssue, input: unknown): FieldError {
  if (valueAt(input, issue.path) === undefined) return 'required'
  if (OWN_KEY.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return 'invalid_type'
    case 'too_small': {
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'required' : `too_short|minimum=${issue.minimum}`
      return `${issue.origin === 'array' ? 'too_few' : 'too_small'}|minimum=${issue.minimum}`
    }
    case 'too_big': {
      const key = { string: 'too_long', array: 'too_many' }[issue.origin as string] ?? 'too_big'
      return `${key}|maximum=${issue.maximum}`
    }
    case 'not_multiple_of':
      return `not_multiple_of|divisor=${issue.divisor}`
    default:
      return 'invalid_value'
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
