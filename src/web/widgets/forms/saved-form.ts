import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Notes what a form holds as it is sent. The answer puts the form on what was saved; what was typed since it was sent
 * is still to be saved, and stays.
 */
export function whenSaved<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'reset' | 'setValue'>,
): (saved: T) => void {
  // A copy: what the form hands out goes on with it.
  const sent = { ...form.getValues() }
  return (saved) => {
    const typed = { ...form.getValues() }
    // Without this a form whose options keep what was typed would not take over what the server made of it.
    form.reset(saved, { keepDirtyValues: false })
    for (const name of Object.keys(sent) as Path<T>[]) {
      if (typed[name] !== sent[name]) {
        form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true })
      }
    }
  }
}
