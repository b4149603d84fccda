import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FieldError, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REQUIRED } from '#contract/fixed-names.ts'

/**
 * Ties a react-hook-form to the inputs of the component kit: `<TextInput label={…} {...field('email')} />`. The form
 * validates on mount (spec §5), so use it with `mode: 'all'`. A field's message is only announced to screen readers
 * until the field is edited (`data-quiet`), grey during editing, and red after blur; in the settings forms it is red
 * from the start, as spec §5 requires.
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

  // Once per submit: errors that appear while typing do not move the focus.
  const answered = useRef(0)
  useEffect(() => {
    if (submitCount === answered.current) return
    answered.current = submitCount
    if (!isSubmitSuccessful) focusFirstWrong(anyField.current)
  }, [submitCount, isSubmitSuccessful])

  /** The sentence for an error: the server's own, or `validation.<code>` ("too_short:10" includes its number). */
  const textOf = (error: FieldError | undefined): string | undefined => {
    if (!error?.message) return undefined
    if (error.type === 'server') return error.message
    const [code = '', number] = error.message.split(':')
    const known = i18n.exists(`validation:${code}`) ? code : 'invalid_value'
    const key = code === REQUIRED ? 'required' : known
    return t(key as 'required', { minimum: number, maximum: number, divisor: number })
  }

  /** A field's error props besides its value: for inputs driven by a Controller. */
  const state = (name: FieldPath<T>) => {
    const error = textOf(get(errors, name))
    const loud = redFromStart || isSubmitted || Boolean(get(touchedFields, name))
    const quiet = loud ? {} : { 'data-quiet': get(dirtyFields, name) ? 'typing' : 'unseen' }
    return {
      error,
      // A checkbox does not set it by itself.
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
    /** An error of the form as a whole, such as "Correo o contraseña incorrectos". */
    formError: textOf(errors.root?.server as FieldError | undefined),
  }
}

/**
 * Focuses the first invalid field in the visual order. The form library uses the order of registration, which is that
 * of components, parents first.
 */
function focusFirstWrong(within: Element | null): void {
  const form = (within ?? document.activeElement)?.closest('form')
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

type Refusal<T extends FieldValues> = { name: FieldPath<T>; value: string; error: FieldError }

/**
 * Keeps the server's message while the field holds the refused value: the form's own validation does not know the
 * message and would remove it on blur. A new submit starts without it.
 */
function useRefusals<T extends FieldValues>(form: UseFormReturn<T>): void {
  const refusals = useRef<readonly Refusal<T>[]>([])
  const { errors, isSubmitting } = form.formState
  const valueOf = (name: FieldPath<T>) => JSON.stringify(form.getValues(name))
  // After each render: the form reuses the same object of errors with different errors in it.
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

/** The fields whose message came from the server. */
function refusedFields<T extends FieldValues>(errors: object, prefix = ''): Omit<Refusal<T>, 'value'>[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || (prefix === '' && key === 'root')) return []
    const name = `${prefix}${key}` as FieldPath<T>
    if ('type' in error && error.type === 'server') return [{ name, error: error as FieldError }]
    return 'type' in error ? [] : refusedFields<T>(error, `${name}.`)
  })
}
