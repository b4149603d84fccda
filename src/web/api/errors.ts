import type { FieldPath, FieldValues } from 'react-hook-form'
import { setAlert } from '#web/store/alert.ts'
import { ApiFailure, type FailureCode } from './failure.ts'
import { i18n } from './texts/i18n.ts'

/** The part of a form that takes the server's messages. */
type FormErrors<T extends FieldValues> = {
  /** Has a key for each field. */
  getValues(): object
  setError(
    name: FieldPath<T> | 'root.server',
    error: { type: 'server'; message: string },
    options?: { shouldFocus: boolean },
  ): void
}

type Target<T extends FieldValues> = {
  /** The failure belongs to this form: fields inline, the rest under the form as `errors.root.server`. */
  form?: FormErrors<T>
  /** The field that a refusal without a named field belongs to, by its code. */
  about?: Partial<Record<FailureCode, FieldPath<T>>>
  /** The failure belongs to an open dialog, which shows the text itself: that of `field`, if the server names it. */
  dialog?: (text: string) => void
  field?: string
  /** Shown in the toast in any case (spec §8), in this text or the server's; the form's fields are marked. */
  toast?: { text?: string | undefined }
}

/**
 * The only way a failure is shown: inline in its form, in its dialog, otherwise in the toast; never twice. An aborted
 * call and an ended sign-in (which has its own message) show nothing.
 */
export function showFailure<T extends FieldValues = FieldValues>(
  failure: unknown,
  target: Target<T> = {},
): void {
  if (isAborted(failure)) return
  if (failure instanceof ApiFailure && failure.code === 'auth.required') return
  const text = failureText(failure)
  if (target.dialog) return target.dialog(failureText(failure, target.field))
  if (!target.form) return setAlert(target.toast?.text ?? text, 'error')
  const named = failure instanceof ApiFailure ? namedFields(failure, target.form, target.about) : []
  for (const [index, [name, message]] of named.entries()) {
    target.form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  if (target.toast) setAlert(target.toast.text ?? text, 'error')
  else if (named.length === 0) target.form.setError('root.server', { type: 'server', message: text })
}

/** The sentence for any failure; that of `field`, if the server names it. */
export function failureText(failure: unknown, field?: string): string {
  if (!(failure instanceof ApiFailure)) return i18n.t('common:failure.unexpected')
  return (field === undefined ? undefined : failure.fields?.[field]) ?? failure.text
}

/** The server's messages for fields that this form has; others must be shown elsewhere. */
function namedFields<T extends FieldValues>(
  { fields, code, text }: ApiFailure,
  form: FormErrors<T>,
  about: Target<T>['about'] = {},
): [FieldPath<T>, string][] {
  const subject = about[code]
  if (subject !== undefined) return [[subject, text]]
  const values = form.getValues()
  return Object.entries(fields ?? {}).filter((entry): entry is [FieldPath<T>, string] => {
    const [first = ''] = entry[0].split('.')
    return Object.hasOwn(values, first)
  })
}

function isAborted(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError'
}
