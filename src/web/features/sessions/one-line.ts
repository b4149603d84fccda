import { z } from 'zod'

/** The value of a text area for a single-line field of the API: line breaks become spaces. */
export function oneLine<S extends z.ZodType<string, string>>(line: S) {
  return z
    .string()
    .transform((text) => text.trim().replace(/\s*[\r\n]+\s*/g, ' '))
    .pipe(line)
}
