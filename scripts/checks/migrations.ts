import { createHash } from 'node:crypto'
import type { Check, SourceFile } from './tree.ts'

/** The checksum of each migration when it landed: a migration that ran somewhere is never edited. */
export const LANDED_MIGRATIONS = 'src/server/db/landed-migrations.json'

const migrationPath = /^src\/server\/db\/migrations\/(.+\.sql)$/

/** Migrations by name with the checksums of their texts; line ends are normalised. */
export function checksumsOf(files: readonly SourceFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ path, text }) => {
      const name = migrationPath.exec(path)?.[1]
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return name === undefined ? [] : [[name, checksum] as const]
    }),
  )
}

/** The list of landed migrations among the files. */
export function landedAmong(files: readonly SourceFile[]): Map<string, string> {
  const list = files.find(({ path }) => path === LANDED_MIGRATIONS)
  return new Map(Object.entries(list ? (JSON.parse(list.text) as Record<string, string>) : {}))
}

/** Every migration is listed, and unchanged. */
export const migrations: Check = {
  name: 'migrations',
  run: (files) => {
    const landed = landedAmong(files)
    const present = checksumsOf(files)
    if (present.size > 0 && landed.size === 0) return [`${LANDED_MIGRATIONS}: is missing`]
    return [
      ...[...landed].flatMap(([name, checksum]) => {
        const now = present.get(name)
        if (now === undefined) return [`${name}: landed, and is gone`]
        return now === checksum
          ? []
          : [`${name}: landed and was edited; take it back and add a new migration`]
      }),
      ...[...present.keys()]
        .filter((name) => !landed.has(name))
        .map(
          (name) => `${name}: is not in ${LANDED_MIGRATIONS}; run node scripts/database/list-migrations.ts`,
        ),
    ]
  },
}
