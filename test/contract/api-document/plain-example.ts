const LONGEST_TEXT = 90

/**
 * A value as an example: lists and texts cut short, and without what differs from run to run. Ids are numbered in the
 * order of their appearance, so that the same row has the same id everywhere.
 */
export function plainExamples(): (value: unknown) => unknown {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const known = ids.get(id) ?? `01890000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const text = (written: string) => {
    const plain = written
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, numbered)
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…')
      .replace(/[\w-]{43,}/g, 'secret')
      .replace(/\.\d+\.[a-z\d]+(?=@correo\.example)/g, '')
      .replace(/(?<=127\.0\.0\.1(?::|%3A))\d+/g, '3000')
      .replace(/^\d{6}$/, '123456')
    return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain
  }
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.slice(0, 1).map(plain)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  }
  return plain
}
