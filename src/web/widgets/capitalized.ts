/** "viernes 20" → "Viernes 20": a sentence of its own begins with a capital. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase() + rest.join('')
}
