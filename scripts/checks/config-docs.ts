// Writes the table of settings in docs/self-hosting.md from src/server/config.ts. With --check it only says whether
// the table is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../src/server/config.ts'
import { formatted } from '../setup/format.ts'

const path = join(import.meta.dirname, '..', '..', 'docs', 'self-hosting.md')
const BEGIN = '<!-- settings: begin (made by scripts/checks/config-docs.ts) -->'
const END = '<!-- settings: end -->'

const present = readFileSync(path, 'utf8')
const wanted = await withTable(present)
if (process.argv.includes('--check')) {
  if (present !== wanted) {
    console.error(
      'docs/self-hosting.md is behind src/server/config.ts: run `node scripts/checks/config-docs.ts`.',
    )
    process.exitCode = 1
  }
} else {
  writeFileSync(path, wanted)
}

async function withTable(document: string): Promise<string> {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${path} has lost its markers`)
  const filled = `${document.slice(0, begin)}${BEGIN}\n\n${table()}\n\n${document.slice(end)}`
  return formatted(path, filled)
}

function table(): string {
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const { doc, preset, presetDoc }: { doc: string; preset?: string; presetDoc?: string } = setting
    const unset = preset === undefined ? (presetDoc ?? '–') : `\`${preset}\``
    return `| \`${name}\` | ${cell(unset)} | ${cell(doc)} |`
  })
  return ['| setting | unless set | meaning |', '|---|---|---|', ...rows].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
