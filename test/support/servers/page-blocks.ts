import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'self-hosting.md')

/** The blocks of one language in docs/self-hosting.md, in their order: operators copy them as they are. */
export function pageBlocks(language: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block]) => block!)
}
