import { type Text, textsOf } from './locale-texts.ts'
import type { Check, SourceFile } from '../tree.ts'

const glossaryFile = 'docs/domain.md'

/** The tables of the glossary: one per language, the first column the word, the last the words not to use. */
const headings: ReadonlyMap<string, string> = new Map([
  ['es-MX', '## Palabras (es-MX)'],
  ['en-US', '## Words (en-US)'],
])

/** Texts that may use another word, each with its reason: a key, or the part of keys that it begins with. */
const exempt: ReadonlyMap<string, string> = new Map([
  ['es-MX common:saved', 'is fixed by spec §8'],
  ['es-MX legal', 'uses the words of the law'],
  ['es-MX memorandums:postpone', 'is fixed by product §15'],
  ['es-MX memorandums:postponeOf', 'is fixed by product §15'],
  ['es-MX memorandums:postponeTitle', 'is fixed by product §15'],
  ['en-US memorandums:postpone', 'is not said of a session'],
  ['en-US memorandums:postponeOf', 'is not said of a session'],
  ['en-US memorandums:postponeTitle', 'is not said of a session'],
  ['es-MX clientFiles:synonyms', 'lists the headings that people write in their own files'],
  ['en-US clientFiles:synonyms', 'lists the headings that people write in their own files'],
  ['es-MX clientFiles:roleSynonyms', 'lists what people write in their own files'],
  ['en-US clientFiles:roleSynonyms', 'lists what people write in their own files'],
])

type Rule = { pattern: RegExp; word: string }

/** A text uses the one word that the glossary has for a thing, and none of the words beside it. */
export const oneWord: Check = {
  name: 'one word',
  run: (files) => {
    const texts = Map.groupBy(files.flatMap(textsOf), ({ locale }) => locale)
    return [...headings].flatMap(([locale, heading]) => {
      const ours = texts.get(locale) ?? []
      if (ours.length === 0) return []
      const rules = rulesOf(files, heading)
      if (rules.length === 0) return [`${glossaryFile}: "${heading}" has no words`]
      const found = ours.map((text) => ({ text, problems: problemsOf(text, rules) }))
      return [
        ...found.flatMap(({ text, problems }) => (exemptionOf(text) ? [] : problems)),
        ...staleExemptions(found),
      ]
    })
  },
}

function problemsOf({ path, key, value }: Text, rules: Rule[]): string[] {
  return rules.flatMap(({ pattern, word }) => {
    const found = pattern.exec(value.replaceAll(/\{\{\w+\}\}/g, ''))
    return found ? [`${path}: "${key}" says ${found[0]}: the word is ${word}`] : []
  })
}

/** The rules of one table; each also finds the plural. */
function rulesOf(files: SourceFile[], heading: string): Rule[] {
  const document = files.find(({ path }) => path === glossaryFile)?.text ?? ''
  const [, section = ''] = document.split(`${heading}\n`)
  const rows = section.split(/^## /m, 1)[0]!.split('\n')
  return rows.flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    const [, word = '', , avoided] = cells
    if (!avoided || word === 'word' || word.startsWith('-')) return []
    return avoided.split(', ').map((other) => ({ word, pattern: wordPattern(other) }))
  })
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}_])${word}(?:s|es)?(?![\\p{L}_])`, 'iu')
}

function exemptionOf({ locale, ns, key }: Text): string | undefined {
  const name = `${locale} ${ns}:${key}`
  return [...exempt.keys()].find(
    (part) => name === part || name.startsWith(`${part}.`) || name.startsWith(`${part}:`),
  )
}

function staleExemptions(found: { text: Text; problems: string[] }[]): string[] {
  const exempted = Map.groupBy(found, ({ text }) => exemptionOf(text))
  return [...exempted].flatMap(([part, texts]) =>
    part !== undefined && texts.every(({ problems }) => problems.length === 0)
      ? [`scripts/checks/one-word.ts: "${part}" is exempted and needs no exemption`]
      : [],
  )
}
