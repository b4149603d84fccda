/** Particles that belong to the name after them. */
const PARTICLES = new Set([
  'da',
  'das',
  'de',
  'del',
  'der',
  'di',
  'do',
  'dos',
  'du',
  'el',
  'la',
  'las',
  'le',
  'los',
  'mac',
  'san',
  'santa',
  'van',
  'von',
  'y',
])

/**
 * Splits a full name into name and last names. "López Vega, Ana" has a comma; otherwise of two words one is the name,
 * of three the first, and of more all but the last two, as in Spanish. Particles count with the word that follows them
 * ("María de la Luz Pérez Ríos"). A single word leaves the last name empty.
 */
export function splitFullName(text: string): { name: string; lastName: string } {
  const comma = text.indexOf(',')
  if (comma !== -1) return { name: text.slice(comma + 1).trim(), lastName: text.slice(0, comma).trim() }
  const parts = wholeNames(text)
  const names = parts.length <= 3 ? 1 : parts.length - 2
  return { name: parts.slice(0, names).join(' '), lastName: parts.slice(names).join(' ') }
}

function wholeNames(text: string): string[] {
  const parts: string[] = []
  let particles = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (PARTICLES.has(word.toLowerCase()) && parts.length > 0) particles += `${word} `
    else {
      parts.push(particles + word)
      particles = ''
    }
  }
  if (particles !== '') parts.push(particles.trim())
  return parts
}
