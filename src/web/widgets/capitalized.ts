/** "viernes 20" → "Viernes 20": a separate line begins with a capital. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase() + rest.join('')
}
