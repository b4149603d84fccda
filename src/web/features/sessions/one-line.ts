import { z } from 'zod'

/** A text field of several rows for what the wire takes as one line: line breaks become spaces. */
export function oneLine<S extends z.ZodType<string, string>>(line: S) {
  return z
    .string()
    .transform((text) => text.trim().replace(/\s*[\r\n]+\s*/g, ' '))
    .pipe(line)
}
