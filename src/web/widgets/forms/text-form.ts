import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '#contract/keys-of.ts'
import type { FieldPath } from 'react-hook-form'
import { type FieldState, type TextKey, fieldState, focusFirstWrong } from './field-state.ts'

/** What is wrong with a text, as a key of the `validation` texts; the server decides. */
export type TextRule = (text: string) => TextKey | undefined

/** For any text but an empty one. */
export const required: TextRule = (text) => (text === '' ? 'required' : undefined)

/** An address, as far as a browser can tell. */
export const emailRule: TextRule = (text) =>
  required(text.trim()) ?? (/^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(text) ? undefined : 'email_invalid')

type Field = {
  text: string
  isTouched: boolean
  /** The server's message, about this text. */
  refusal?: { text: string; message: string } | undefined
}

const UNTOUCHED: Field = { text: '', isTouched: false }

/**
 * A form of a few texts, for screens that are opened first: without the form library, and with the same behaviour
 * (`useFields`). It validates from the start (spec §5); a refusal stays at its field while that holds the refused text.
 * `<form onSubmit={form.onSubmit(send)}>`, `<TextInput {...form.field('email')} />`, `showFailure(failure, { form })`.
 */
export function useTextForm<Name extends string>(rules: Readonly<Record<Name, TextRule>>) {
  const { t } = useTranslation('validation')
  const [fields, setFields] = useState<Partial<Record<Name, Field>>>({})
  const [formError, setFormError] = useState<string>()
  const [isSubmitting, setSubmitting] = useState(false)
  // How often it was sent, and answered or refused here.
  const [sent, setSent] = useState(0)
  const [answered, setAnswered] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const names = keysOf(rules)

  // Once per submit: errors that appear while typing do not move the focus.
  useEffect(() => {
    if (answered > 0) focusFirstWrong(element.current)
  }, [answered])

  const change = (name: Name, next: (before: Field) => Partial<Field>) =>
    setFields((all) => {
      const before = all[name] ?? UNTOUCHED
      return { ...all, [name]: { ...before, ...next(before) } }
    })

  const errorOf = (name: Name): string | undefined => {
    const { text, refusal } = fields[name] ?? UNTOUCHED
    if (refusal?.text === text) return refusal.message
    const key = rules[name](text)
    return key === undefined ? undefined : t(key)
  }

  /** Sends the texts as they are on the page: a program that fills them in may tell nobody. */
  const onSubmit =
    (send: (texts: Record<Name, string>) => Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (isSubmitting) return
      element.current = event.currentTarget
      const typed = new FormData(event.currentTarget)
      const texts = textsOf(names, typed)
      for (const name of names) change(name, () => ({ text: texts[name], refusal: undefined }))
      setFormError(undefined)
      setSent(sent + 1)
      if (names.some((name) => rules[name](texts[name]) !== undefined)) return setAnswered(sent + 1)
      setSubmitting(true)
      void send(texts).finally(() => {
        setSubmitting(false)
        setAnswered(sent + 1)
      })
    }

  return {
    field: (name: Name) => ({
      name,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        change(name, () => ({ text: currentTarget.value })),
      onBlur: () => change(name, () => ({ isTouched: true })),
      ...stateOf(fields[name], errorOf(name), sent > 0),
    }),
    /** An error of the form as a whole, such as "Correo o contraseña incorrectos". */
    formError,
    isSubmitting,
    onSubmit,
    getValues: () => rules,
    setError: (name: FieldPath<Record<Name, string>> | 'root.server', { message }: { message: string }) =>
      isOneOf(names, name)
        ? change(name, ({ text }) => ({ refusal: { text, message } }))
        : setFormError(message),
  }
}

function stateOf(field: Field = UNTOUCHED, error: string | undefined, isSent: boolean): FieldState {
  return fieldState(error, { isLoud: isSent || field.isTouched, isEdited: field.text !== '' })
}

function textsOf<Name extends string>(names: readonly Name[], typed: FormData): Record<Name, string> {
  const texts = {} as Record<Name, string>
  for (const name of names) {
    const text = typed.get(name)
    texts[name] = typeof text === 'string' ? text : ''
  }
  return texts
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((each) => each === name)
}
