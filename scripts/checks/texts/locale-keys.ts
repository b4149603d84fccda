import { type Text, pluralEnding, textsOf } from './locale-texts.ts'
import type { Check, SourceFile } from '../tree.ts'

const locale = 'es-MX'

const quoted = /(['"`])([A-Za-z][\w.:-]*)\1/g
const template = /`([^`\n]*\$\{[^`\n]*)`/g

/** Every text is used, and every used text exists. The other languages have the keys of es-MX (languages.ts). */
export const localeKeys: Check = {
  name: 'locale keys',
  run: (files) => {
    const texts = files.flatMap(textsOf)
    const known = new Set(texts.filter((text) => text.locale === locale).map(({ ns, key }) => `${ns}:${key}`))
    if (known.size === 0) return [`public/locales/${locale}: no text was found`]
    const asked = requests(files)
    return [
      ...texts.filter((text) => text.locale === locale && !isUsed(text, asked)).map(unused),
      ...missing(asked.literals, known),
    ]
  },
}

type Requests = {
  literals: Set<string>
  patterns: RegExp[]
  /** The numbers of segments of keys that consist only of variables: `${a}.${b}` is 2. */
  segmented: Set<number>
}

// Keys in the sources are literals, or templates with variables: `steps.${step}`.
function requests(files: SourceFile[]): Requests {
  const sources = files.filter(
    ({ path }) => /^(src|scripts|index\.html)/.test(path) && !/\.test\.tsx?$/.test(path),
  )
  const literals = new Set<string>()
  const patterns: RegExp[] = []
  const segmented = new Set<number>()
  for (const { text } of sources) {
    for (const match of text.matchAll(quoted)) literals.add(match[2] ?? '')
    for (const match of text.matchAll(template)) {
      const pieces = (match[1] ?? '').split(/\$\{[^}]*\}/)
      const says = pieces.join('').replace(/^[\w-]+:/, '')
      // `${a}` and `ns:${a}` match everything; their keys are literals elsewhere.
      if (/^\.+$/.test(says)) segmented.add(says.length + 1)
      else if (/\w/.test(says) && pieces.every((piece) => /^[\w.:-]*$/.test(piece))) {
        patterns.push(new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w.-]+')}$`))
      }
    }
  }
  return { literals, patterns, segmented }
}

function isUsed({ ns, key }: Text, { literals, patterns, segmented }: Requests): boolean {
  const plain = key.replace(pluralEnding, '')
  const names = [plain, `${ns}:${plain}`, key, `${ns}:${key}`]
  const segments = plain.split('.')
  if (segmented.has(segments.length) && segments.every((segment) => literals.has(segment))) return true
  return names.some((name) => literals.has(name) || patterns.some((pattern) => pattern.test(name)))
}

function missing(literals: Set<string>, known: Set<string>): string[] {
  const namespaces = new Set([...known].map((name) => name.split(':')[0] ?? ''))
  const prefixes = new Set(
    [...known].flatMap((name) => name.split('.').map((_, i, all) => all.slice(0, i).join('.'))),
  )
  return [...literals].flatMap((literal) => {
    const [ns = '', key] = literal.split(':')
    if (key === undefined || !namespaces.has(ns) || !/^[a-z][\w.]*$/i.test(key)) return []
    if (known.has(literal) || known.has(`${literal}_other`) || prefixes.has(literal)) return []
    return [`"${literal}" is asked for and has no text`]
  })
}

const unused = ({ path, key }: Text) => `${path}: "${key}" is not used`
