import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Remembers a form's values at submit. The response resets the form to what was saved; later edits stay and are still
 * unsaved.
 */
export function whenSaved<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'reset' | 'setValue'>,
): (saved: T) => void {
  // A copy: the form mutates the object it hands out.
  const sent = { ...form.getValues() }
  return (saved) => {
    const typed = { ...form.getValues() }
    // Without this a form that keeps dirty values would not take over the server's normalized values.
    form.reset(saved, { keepDirtyValues: false })
    for (const name of Object.keys(sent) as Path<T>[]) {
      if (typed[name] !== sent[name]) {
        form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
      }
    }
  }
}
