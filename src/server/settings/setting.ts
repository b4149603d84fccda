import type { Value } from './values.ts'

/** One environment variable. `preset` is the default for an unset or empty variable, written as in the environment. */
export type Setting<T> = Value<T> & { doc: string; preset?: string; presetDoc?: string; secret?: true }

/** Keeps the literal type of the options: a setting with a preset always has a value. */
export function setting<T, const O extends Omit<Setting<T>, keyof Value<T>>>(
  value: Value<T>,
  options: O,
): Value<T> & O {
  return { ...value, ...options }
}
