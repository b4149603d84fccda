import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'self-hosting.md')

const read = () => readFileSync(page, 'utf8')

/** The blocks of one language in docs/self-hosting.md, in their order: operators copy them as they are. */
export function pageBlocks(language: string): string[] {
  return [...read().matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block]) => block!)
}

/** The first columns of the tables below a title of docs/self-hosting.md, without their heads. */
export function pageColumn(title: string): string[] {
  const [, section = ''] = read().split(new RegExp(`^## ${title}\n`, 'm'))
  const [own = ''] = section.split(/^## /m)
  return [...own.matchAll(/^\| *(`.*?) *\|/gm)].map(([, cell]) => cell!)
}
