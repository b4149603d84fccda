import type { CustomTypeOptions } from 'i18next'

/** The text of what is wrong with a value, `validation.<key>`. */
export type TextKey = keyof CustomTypeOptions['resources']['validation']

/** What a field shows besides its value. */
export type FieldState = {
  'error': string | undefined
  // A checkbox does not set it by itself.
  'aria-invalid': true | undefined
  'wrapperProps': { 'data-quiet'?: 'typing' | 'unseen' }
}

/**
 * The props of a field with this error. Its message is only announced to screen readers until the field is edited
 * (`data-quiet`), grey during editing, and red once it is `loud`: after blur, or a submit.
 */
export function fieldState(
  error: string | undefined,
  seen: { isLoud: boolean; isEdited: boolean },
): FieldState {
  return {
    error,
    'aria-invalid': error === undefined ? undefined : true,
    'wrapperProps': seen.isLoud ? {} : { 'data-quiet': seen.isEdited ? 'typing' : 'unseen' },
  }
}

/** Focuses the first invalid field of a form in the visual order. */
export function focusFirstWrong(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
