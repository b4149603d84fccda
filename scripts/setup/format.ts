import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import { at } from './project.mjs'

/** A generated text as `npm run check` wants it; the file's name says which language it is. Throws if it has errors. */
export async function formatted(file: string, text: string): Promise<string> {
  const config = JSON.parse(readFileSync(at('.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(file, text, config)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
