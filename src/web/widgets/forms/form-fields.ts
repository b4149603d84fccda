import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FieldError, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REQUIRED } from '#contract/fixed-names.ts'

/**
 * Ties a react-hook-form to the inputs of the component kit: `<TextInput label={…} {...field('email')} />`.
 * The form checks itself when it appears (spec §5), so use it with `mode: 'all'`. The message of
 * a field is heard and not seen until somebody types there (`data-quiet`), grey while they do, and red once they have
 * left it; the settings forms are red from the start, as spec §5 has them.
 */
export function useFields<T extends FieldValues>(form: UseFormReturn<T>, { redFromStart = false } = {}) {
  const { t, i18n } = useTranslation('validation')
  const { errors, dirtyFields, touchedFields, isSubmitted, submitCount, isSubmitSuccessful } = form.formState
  const { trigger } = form
  const anyField = useRef<Element | null>(null)

  useEffect(() => {
    void trigger()
  }, [trigger])
  useRefusals(form)

  // Once for each time the form was sent: what goes wrong while somebody types leaves them where they are.
  const answered = useRef(0)
  useEffect(() => {
    if (submitCount === answered.current) return
    answered.current = submitCount
    if (!isSubmitSuccessful) focusFirstWrong(anyField.current)
  }, [submitCount, isSubmitSuccessful])

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
    const loud = redFromStart || isSubmitted || Boolean(get(touchedFields, name))
    const quiet = loud ? {} : { 'data-quiet': get(dirtyFields, name) ? 'typing' : 'unseen' }
    return {
      error,
      // A box does not say it by itself.
      'aria-invalid': error === undefined ? undefined : true,
      'wrapperProps': quiet,
    }
  }

  return {
    field: (name: FieldPath<T>, rules?: RegisterOptions<T>) => {
      const registered = form.register(name, rules)
      return {
        ...registered,
        ref: (element: Element | null) => {
          registered.ref(element)
          anyField.current = element ?? anyField.current
        },
        ...state(name),
      }
    },
    state,
    /** What concerns the form as a whole, such as "Correo o contraseña incorrectos". */
    formError: textOf(errors.root?.server as FieldError | undefined),
  }
}

/**
 * Puts the focus on the first wrong field as the person sees them. The form library goes by the order in which fields
 * were named, which is that of components, parents first.
 */
function focusFirstWrong(within: Element | null): void {
  const form = (within ?? document.activeElement)?.closest('form')
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

type Refusal<T extends FieldValues> = { name: FieldPath<T>; value: string; error: FieldError }

/**
 * What the server refused stays said while the field holds what was refused: the form's own check knows nothing of it
 * and would take the message away as soon as the field is left. A new try begins without.
 */
function useRefusals<T extends FieldValues>(form: UseFormReturn<T>): void {
  const refusals = useRef<readonly Refusal<T>[]>([])
  const { errors, isSubmitting } = form.formState
  const valueOf = (name: FieldPath<T>) => JSON.stringify(form.getValues(name))
  // After each drawing: the form hands out the same object of errors with other errors in it.
  useLayoutEffect(() => {
    if (isSubmitting) {
      refusals.current = []
      return
    }
    const fresh = refusedFields<T>(errors).map(({ name, error }) => ({ name, error, value: valueOf(name) }))
    const gone = refusals.current.filter(({ name }) => !fresh.some((each) => each.name === name))
    refusals.current = [...fresh, ...gone.filter(({ name, value }) => valueOf(name) === value)]
    for (const { name, error } of gone) {
      if (refusals.current.some((each) => each.name === name) && !form.getFieldState(name).error) {
        form.setError(name, error)
      }
    }
  })
}

/** The fields whose message is the server's own. */
function refusedFields<T extends FieldValues>(errors: object, prefix = ''): Omit<Refusal<T>, 'value'>[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || (prefix === '' && key === 'root')) return []
    const name = `${prefix}${key}` as FieldPath<T>
    if ('type' in error && error.type === 'server') return [{ name, error: error as FieldError }]
    return 'type' in error ? [] : refusedFields<T>(error, `${name}.`)
  })
}
