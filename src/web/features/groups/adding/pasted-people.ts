/** A person in a pasted line; missing parts are empty. */
export type PastedPerson = { name: string; lastName: string; email: string }

/**
 * Parses people from pasted text: `Nombre Apellido <correo>`, `Nombre Apellido, correo` or `correo`, one per line or
 * several separated by commas, semicolons or tabs. Text it cannot parse becomes an incomplete person for the reader to
 * complete; nothing is refused or lost. A repeated address is one person.
 */
export function readPeople(text: string): PastedPerson[] {
  return once(text.split(/[\r\n]+/).flatMap(peopleOfLine))
}

function peopleOfLine(line: string): PastedPerson[] {
  const people: PastedPerson[] = []
  // Parts without an address wait for one: `Ana, López Ruiz, ana@correo.mx` is one person.
  let waiting: string[] = []
  for (const part of parts(line)) {
    const { email, name } = addressIn(part)
    if (email === '') {
      if (/[^"\s,;]/.test(name)) waiting.push(name)
      continue
    }
    if (name === '') {
      people.push({ ...nameOf(waiting), email })
    } else {
      people.push(...waiting.map(unaddressed), { ...nameOf([name]), email })
    }
    waiting = []
  }
  return [...people, ...waiting.map(unaddressed)]
}

/** Splits a line at its separators, but not inside quotation marks: `"López, Ana" <ana@correo.mx>` is one part. */
function parts(line: string): string[] {
  const found = ['']
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    if (!quoted && /[,;\t]/.test(character)) found.push('')
    else found.push(found.pop() + character)
  }
  return found
}

function addressIn(part: string): { email: string; name: string } {
  const words = part.split(/[\s<>()]+/).filter((word) => word !== '')
  const email = words.find((word) => word.includes('@')) ?? ''
  return {
    email: email
      .replaceAll('"', '')
      .replace(/^mailto:/i, '')
      .toLowerCase(),
    name: words.filter((word) => !word.includes('@')).join(' '),
  }
}

/** First and last names from the parts of a line before an address. */
function nameOf([first = '', ...rest]: readonly string[]): Omit<PastedPerson, 'email'> {
  // `"López, Ana"`, the quoting of address books.
  const quoted = /^"([^",]+),([^",]+)"$/.exec(first)
  if (quoted) return { name: quoted[2]!.trim(), lastName: quoted[1]!.trim() }
  const name = first.replaceAll('"', '').trim()
  const lastName = rest.join(' ').replaceAll('"', '').trim()
  return lastName === '' ? divided(name) : { name, lastName }
}

/** Splits a full name: of four words or more, two are first names ("Ana María López Ruiz"). */
function divided(whole: string): Omit<PastedPerson, 'email'> {
  const words = whole.split(' ')
  const first = words.length > 3 ? 2 : 1
  return { name: words.slice(0, first).join(' '), lastName: words.slice(first).join(' ') }
}

const unaddressed = (part: string): PastedPerson => ({ ...nameOf([part]), email: '' })

/** Each address once; a later mention may fill what an earlier one lacks. */
function once(people: readonly PastedPerson[]): PastedPerson[] {
  const byEmail = new Map<string, PastedPerson>()
  const kept: PastedPerson[] = []
  for (const person of people) {
    const before = byEmail.get(person.email)
    if (before) {
      if (before.name === '') Object.assign(before, person)
      continue
    }
    if (person.email !== '') byEmail.set(person.email, person)
    kept.push(person)
  }
  return kept
}
