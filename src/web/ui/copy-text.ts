/**
 * Puts what a field holds on the clipboard. Where the browser keeps its clipboard to itself (an insecure origin, a
 * permission that was refused) the field is selected instead; false when it has to be copied by hand from there.
 */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.focus()
    field.select()
    // Old, and the only way where the clipboard is out of reach.
    return document.execCommand('copy')
  }
}
