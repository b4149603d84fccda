/**
 * Copies a field's text to the clipboard. Where the clipboard is not available (insecure origin, permission refused),
 * selects the field instead and returns false, so that the person copies by hand.
 */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.focus()
    field.select()
    // Deprecated, but the only way where the clipboard API is not available.
    return document.execCommand('copy')
  }
}

/** Copies a text to the clipboard. False where the clipboard is not available or refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
