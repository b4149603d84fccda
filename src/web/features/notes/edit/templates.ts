import type { NoteTemplate } from '#contract/notes/notes.ts'

/** The templates in the order they are offered (product §13). */
export const TEMPLATES = [
  'free',
  'grow',
  'followUp',
  'firstSession',
  'closing',
] as const satisfies NoteTemplate[]
