import { isTest, lineAt, type Check, type SourceFile } from './tree.ts'

type Rule = { pattern: RegExp; why: string; applies: (path: string) => boolean }

const everywhere = (path: string) => path !== 'package-lock.json'
// The rules and their tests contain the words they forbid.
const spellsRules = (path: string) => /^(scripts\/checks|test\/architecture)\//.test(path)

const rules: Rule[] = [
  { pattern: /^(<{7}|>{7}) /m, why: 'is left over from a merge', applies: everywhere },
  { pattern: /lorem ipsum/i, why: 'is filler', applies: (path) => !spellsRules(path) },
  {
    pattern: /(?<![\w.)}~-])\/(home|root|Users)\/[\w.-]+/,
    why: 'is a path of one machine',
    applies: (path) => everywhere(path) && !spellsRules(path),
  },
  {
    pattern: /waitForTimeout\(|setTimeout\(\s*(resolve|done|r)\b|from 'node:timers\/promises'/,
    why: 'is a sleep: wait for what must happen instead',
    applies: (path) => isTest(path) && !spellsRules(path),
  },
  {
    pattern: /\b(localStorage|sessionStorage|indexedDB)\b/,
    why: 'is named in src/web/storage.ts only',
    applies: (path) => path.startsWith('src/web/') && path !== 'src/web/storage.ts' && !isTest(path),
  },
  {
    pattern: /['"`]\/(?!(locales|assets|favicon)\b)[a-z][\w-]*(\/[^'"`\n]*)?['"`]/,
    why: 'is a URL: they are written in src/web/paths.ts only',
    applies: (path) => /^src\/web\/.*\.tsx?$/.test(path) && path !== 'src/web/paths.ts' && !isTest(path),
  },
  {
    pattern: /\b(async|await|Promise)\b/,
    why: 'has no place among pure rules',
    applies: (path) => path.endsWith('.domain.ts'),
  },
]

/** Forbidden words and constructs that a text search can find, also in comments. */
export const words: Check = {
  name: 'words',
  run: (files) => files.flatMap((file) => rules.flatMap((rule) => find(file, rule))),
}

function find({ path, text }: SourceFile, { pattern, why, applies }: Rule): string[] {
  if (!applies(path)) return []
  const found = pattern.exec(text)
  return found ? [`${path}:${lineAt(text, found.index)}: ${found[0].trim()} ${why}`] : []
}
