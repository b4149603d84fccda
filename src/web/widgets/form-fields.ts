import { useEffect } from 'react'
import type { FieldError, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REQUIRED } from '#contract/fixed-names.ts'

/**
 * Ties a react-hook-form to the inputs of the component kit: `<TextInput label={…} {...field('email')} />`.
 * The form checks itself when it appears (spec §5), so use it with `mode: 'all'`. Until a field was visited its
 * message stands there quietly, from then on in red; the settings forms are red from the start, as spec §5 has them.
 */
export function useFields<T extends FieldValues>(form: UseFormReturn<T>, { redFromStart = false } = {}) {
  const { t, i18n } = useTranslation('validation')
  const { errors, touchedFields, isSubmitted } = form.formState
  const { trigger } = form

  useEffect(() => {
    void trigger()
  }, [trigger])

  /** The sentence for an error: the server's own, or `validation.<code>` ("too_short:10" carries its number). */
  const textOf = (error: FieldError | undefined): string | undefined => {
    if (!error?.message) return undefined
    if (error.type === 'server') return error.message
    const [code = '', number] = error.message.split(':')
    const known = i18n.exists(`validation:${code}`) ? code : 'invalid_value'
    const key = code === REQUIRED ? 'required' : known
    return t(key as 'required', { minimum: number, maximum: number, divisor: number })
  }

  /** What a field shows besides its value: for inputs driven by a Controller. */
  const state = (name: FieldPath<T>) => {
    const error = textOf(get(errors, name))
    const quiet = !redFromStart && !isSubmitted && !get(touchedFields, name)
    return { error, wrapperProps: quiet ? { 'data-quiet': true } : {} }
  }

  return {
    field: (name: FieldPath<T>, rules?: RegisterOptions<T>) => ({
      ...form.register(name, rules),
      ...state(name),
    }),
    state,
    /** What concerns the form as a whole, such as "Correo o contraseña incorrectos". */
    formError: textOf(errors.root?.server as FieldError | undefined),
  }
}
