import { toNestErrors } from '@hookform/resolvers'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrors } from '#contract/field-errors.ts'

/** Every form validates on change and on blur (spec §5); `useFields` focuses the first wrong field on screen. */
const OPTIONS = { mode: 'all', shouldFocusError: false } as const

/** A part of a schema's input while a person fills it in: it may be empty, any text, or a box not ticked yet. */
type Filling<T> =
  | (T extends true
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly Filling<Item>[]
        : T extends object
          ? { [Key in keyof T]: Filling<T[Key]> }
          : T extends string
            ? string
            : T)
  | ''
  | null
  | undefined

type Opened<V extends FieldValues> =
  | { defaultValues: V }
  | { values: V; resetOptions: UseFormProps<V>['resetOptions'] }

/**
 * A form validated by a schema. Its fields hold the values as typed (`V`); it submits the schema's output. Empty strings
 * count as absent (spec §5), so the output lacks emptied fields: a form that edits existing data sends
 * `form.getValues()` instead, which clears them.
 */
export function useSchemaForm<S extends z.ZodType, V extends FieldValues & Filling<z.input<S>>>(
  schema: S,
  opened: Opened<V>,
) {
  return useForm<V, unknown, z.output<S>>({
    ...OPTIONS,
    ...optionsOf(opened),
    resolver: schemaResolver<S, V>(schema),
  })
}

// `V` is a valid `DefaultValues<V>`, which the compiler cannot prove for a generic V.
const optionsOf = <V extends FieldValues>(opened: Opened<V>) =>
  opened as { defaultValues?: DefaultValues<V>; values?: V; resetOptions?: UseFormProps<V>['resetOptions'] }

/** Validates a form with a schema. Each problem becomes a key of the `validation` texts, the same as on the server. */
export function schemaResolver<S extends z.ZodType, V extends FieldValues>(
  schema: S,
): Resolver<V, unknown, z.output<S>> {
  return (values, _context, options) => {
    const input = cleaned(values)
    const result = schema.safeParse(input)
    if (result.success) return { values: result.data, errors: {} }
    const problems = Object.entries(fieldErrors(result.error, input))
    const errors = problems.map(([path, message]) => [path, { type: 'schema', message }])
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) }
  }
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
