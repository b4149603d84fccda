import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * Validates a form with a schema of the contract. Empty strings count as absent (spec §5); each problem becomes a code
 * of the `validation` texts, with its number after a colon. The values it passes to a form's `handleSubmit` lack the
 * emptied fields: a form that edits existing data sends `form.getValues()` instead, which clears them.
 */
export function modelResolver<T extends FieldValues>(schema: z.ZodType<unknown, T>): Resolver<T> {
  const resolve = zodResolver(schema as never, { error: issueCode }) as unknown as Resolver<T>
  return (values, context, options) => resolve(cleaned(values) as T, context, options)
}

/** The form's values as the API wants them: empty strings removed, at any depth (spec §5). */
export function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [
        key,
        typeof entry === 'string' && entry.trim() === '' ? undefined : cleaned(entry),
      ])
      .filter(([, entry]) => entry !== undefined),
  )
}

/** A numeric input's text as a number; an empty string if it is not a number (spec §5). */
export function parsedNumber(text: string): number | '' {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? '' : number
}

function issueCode(issue: Issue): string {
  if (issue.input === undefined) return 'required'
  if (issue.code === 'too_small') {
    const kind = { string: 'too_short', array: 'too_few' }[issue.origin as string] ?? 'too_small'
    if (kind === 'too_short' && issue.minimum === 1) return 'required'
    return `${kind}:${String(issue.minimum)}`
  }
  if (issue.code === 'too_big') {
    const kind = { string: 'too_long', array: 'too_many' }[issue.origin as string] ?? 'too_big'
    return `${kind}:${String(issue.maximum)}`
  }
  if (issue.code === 'not_multiple_of') return `not_multiple_of:${String(issue.divisor)}`
  return issue.code === 'invalid_type' ? 'invalid_type' : 'invalid_value'
}
