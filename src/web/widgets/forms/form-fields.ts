import { useEffect, useLayoutEffect, useRef } from 'react'
import type {
  FieldError,
  FieldPath,
  FieldValues,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readFieldError } from '#contract/field-errors.ts'
import { type FieldState, type TextKey, fieldState, focusFirstWrong } from './field-state.ts'

/** The parts of a form that its fields need, whatever it submits. */
export type FormOf<T extends FieldValues> = Pick<
  UseFormReturn<T>,
  'formState' | 'trigger' | 'register' | 'getValues' | 'getFieldState' | 'setError'
>

/** What a component needs that shows some fields of any form that has them: `Fields<'password' | 'repeated'>`. */
export type Fields<Name extends string> = {
  field: (name: Name, rules?: { deps?: Name[] }) => UseFormRegisterReturn & FieldState
  state: (name: Name) => FieldState
  formError: string | undefined
}

/**
 * Ties a react-hook-form to the inputs of the component kit: `<TextInput label={…} {...field('email')} />`. The form
 * validates on mount (spec §5). A field's message is quiet until the field was left; in the settings forms it is red
 * from the start, as spec §5 requires.
 */
export function useFields<T extends FieldValues>(form: FormOf<T>, { redFromStart = false } = {}) {
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
    // The form library would use the order of registration, which is that of components, parents first.
    if (!isSubmitSuccessful) focusFirstWrong((anyField.current ?? document.activeElement)?.closest('form'))
  }, [submitCount, isSubmitSuccessful])

  const isTextKey = (key: string): key is TextKey => i18n.exists(`validation:${key}`)

  /** The sentence for an error: the server's own, or `validation.<code>` ("too_short:10" includes its number). */
  const textOf = (error: FieldError | undefined): string | undefined => {
    if (!error?.message) return undefined
    if (error.type === 'server') return error.message
    const { key, params } = readFieldError(error.message)
    return t(isTextKey(key) ? key : 'invalid_value', params)
  }

  /** A field's error props besides its value: for inputs driven by a Controller. */
  const state = (name: FieldPath<T>): FieldState => {
    return fieldState(textOf(get(errors, name)), {
      isLoud: redFromStart || isSubmitted || Boolean(get(touchedFields, name)),
      isEdited: Boolean(get(dirtyFields, name)),
    })
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
    formError: textOf(get(errors, 'root.server')),
  }
}

type Refusal<T extends FieldValues> = { name: FieldPath<T>; value: string; error: FieldError }

/**
 * Keeps the server's message while the field holds the refused value: the form's own validation does not know the
 * message and would remove it on blur. A new submit starts without it.
 */
function useRefusals<T extends FieldValues>(form: FormOf<T>): void {
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

const isServers = (error: object): error is FieldError => 'type' in error && error.type === 'server'

/** The fields whose message came from the server. */
function refusedFields<T extends FieldValues>(errors: object, prefix = ''): Omit<Refusal<T>, 'value'>[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || (prefix === '' && key === 'root')) return []
    const name = `${prefix}${key}` as FieldPath<T>
    if (!('type' in error)) return refusedFields<T>(error, `${name}.`)
    return isServers(error) ? [{ name, error }] : []
  })
}
