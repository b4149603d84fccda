import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/setup/project.mjs'

/** Tables of what a coach writes for nobody else, and the repositories that may name them. */
const TABLES = [
  [
    'session_private_notes',
    /\bsession_private_notes\b/,
    ['sessions/records/closings.repository.ts', 'sessions/sessions.repository.ts'],
  ],
  ['session_brief_notes', /\bsession_brief_notes\b/, ['sessions/records/brief-notes.repository.ts']],
  [
    'notes and note_versions',
    /(?:From|Into|Join|Table)\('(?:notes|note_versions)\b|\b(?:from|join|into|update)\s+(?:notes|note_versions)\b/,
    [
      // Counts the versions of notes that were read back.
      'data-imports/writing/practice.repository.ts',
      'notes/note-versions.repository.ts',
      'notes/notes.repository.ts',
    ],
  ],
] as const

const sources = ['src/server', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /(?<!\.test)\.(?:ts|mjs)$/.test(path) && !path.endsWith('schema.ts'))
  // Whose every column is: read by people's own exports alone, which the same sweep looks through.
  .filter((path) => !path.startsWith(join('src/server/db/data-map')))
  // Deleted with the account of their author.
  .filter((path) => !path.startsWith(join('src/server/db/erasure')))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

// What these read is asked of every call, event, mail and file in test/contract/privacy.test.ts.
// @spec P.332
test.each(TABLES)(
  '%s is read by the queries of its module alone, and by no command',
  (_name, names, readers) => {
    const naming = sources.filter(({ text }) => names.test(text)).map(({ path }) => path)
    expect(naming.toSorted()).toEqual(readers.map((path) => join('src/server/modules', path)))
  },
)
