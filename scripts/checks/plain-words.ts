import { lineAt, type Check, type SourceFile } from './tree.ts'

// Phrases of a private dialect, and what to write instead.
const phrases: [phrase: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the role, or write "a person who"'],
  [/\banew\b/i, 'write "again"'],
  [/\bthemself\b/i, 'write "themselves"'],
  [/\b(?:is|are) none\b/i, 'write "does not exist" or "is undefined"'],
  [/\btold by\b/i, 'write "by" or "from"'],
  [/\bcarr(?:y|ies|ied|ying) out\b/i, 'write "run"'],
  [/\bof (?:its|their|his|her|our|your) own\b/i, 'write "its own" or "separate"'],
  [/\bst(?:and|ands|ood)\b/i, 'write "is", "is stored" or "is listed"'],
  [/\bnothing goes out for\b/i, 'write "has no effects"'],
  [/\bas it came\b/i, 'write "unchanged"'],
  [/\bgoes by\b/i, 'write "uses"'],
]

const written = /^(?:(?:src|test|scripts|bench)\/.*\.(?:tsx?|mjs)|.*\.md)$/
// The rules and their test contain the phrases, and one journey quotes a text of the product.
const exempt = [
  'scripts/checks/plain-words.ts',
  'test/architecture/repository-checks.test.ts',
  'test/e2e/language.e2e.ts',
]

/** Comments, names of tests and documents are in plain English. */
export const plainWords: Check = {
  name: 'plain words',
  run: (files) => files.filter(({ path }) => written.test(path) && !exempt.includes(path)).flatMap(problems),
}

function problems({ path, text }: SourceFile): string[] {
  return phrases.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)
    return found
      ? [`${path}:${lineAt(text, found.index)}: "${found[0]}" is not plain English: ${instead}`]
      : []
  })
}
