import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toIso } from '#time/clock.ts'
import type { EpochMs } from '#time/clock.ts'
import { BackupFault } from './backup-fault.ts'

/** The form of a backup. A change that an earlier release cannot read takes the next number. */
export const FORMAT = 1

const Sum = z.string().regex(/^[0-9a-f]{64}$/)
/**
 * A file of the backup: its path in the backup's folder, how long it is as it lies there, and its SHA-256. A person who can write
 * in the folder can change a manifest, so paths and names have the forms that Norte gives them, and lead nowhere else.
 */
const storedFile = (path: RegExp) =>
  z.object({ path: z.string().regex(path), bytes: z.int().min(0), sha256: Sum })
const TableName = z.string().regex(/^[a-z0-9_]+$/)

const Manifest = z.object({
  format: z.int(),
  /** The release that made it. */
  norte: z.string(),
  /** PostgreSQL's version there, `server_version`. */
  postgres: z.string(),
  /** The moment of the snapshot: what was committed before is in the backup. */
  takenAt: z.string(),
  /** Names the key that it is encrypted with; null if it is not. */
  keyId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    storedFile(/^tables\/[a-z0-9_]+\.copy\.zst(?:\.age)?$/).extend({
      name: TableName,
      columns: z.array(z.string()).min(1),
      rows: z.int().min(0),
    }),
  ),
  /** Jobs that waited or were under way. */
  jobs: storedFile(/^jobs\.copy\.zst(?:\.age)?$/).extend({ rows: z.int().min(0) }),
  /** The list of the uploaded files that belong to it; their bytes lie beside the backups. */
  files: storedFile(/^files\.list\.zst$/).extend({
    count: z.int().min(0),
    totalBytes: z.int().min(0),
    /** Named by the database, and not there when the backup was made. */
    missing: z.int().min(0),
  }),
  secrets: z.array(
    storedFile(/^secrets\/[a-z0-9-]+(?:\.age)?$/).extend({ name: z.string().regex(/^[a-z0-9-]+$/) }),
  ),
  /** Tables of somebody else in the database, which are not in the backup. */
  leftOut: z.array(z.string()).default([]),
})
export type Manifest = z.infer<typeof Manifest>
export type StoredFile = z.infer<ReturnType<typeof storedFile>>

const Sealed = z.object({ manifest: z.looseObject({ format: z.int() }), sha256: Sum })

/** The text of `manifest.json`: the manifest and its own sum. */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: sumOf(manifest) }, undefined, 1)}\n`
}

/**
 * Reads `manifest.json` of the backup `name`.
 * @throws BackupFault if it was changed or cut off, or is of a later form
 */
export function readManifest(text: string, name: string): Manifest {
  const damaged = () =>
    new BackupFault(`${name}: manifest.json is damaged, so nothing of it can be trusted. Use another backup`)
  const { data: sealed } = Sealed.safeParse(parsed(text))
  if (!sealed || sumOf(sealed.manifest) !== sealed.sha256) throw damaged()
  if (sealed.manifest.format > FORMAT) {
    throw new BackupFault(
      `${name} was made by a newer Norte (${String(sealed.manifest['norte'])}), in a form that this one does not know. Use that version`,
    )
  }
  const { data: manifest } = Manifest.safeParse(sealed.manifest)
  if (!manifest) throw damaged()
  return manifest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function sumOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/**
 * Whether this release knows every migration of a backup, unchanged.
 * @throws BackupFault for a newer release's backup, and for another program's
 */
export function requireKnownMigrations(
  manifest: Manifest,
  name: string,
  known: readonly { name: string; checksum: string }[],
): void {
  for (const [index, migration] of manifest.migrations.entries()) {
    const ours = known[index]
    if (!ours) {
      throw new BackupFault(
        `${name} was made by a newer Norte (${manifest.norte}): its database has the migration ${migration.name}. Update Norte first`,
      )
    }
    if (ours.name !== migration.name || ours.checksum !== migration.checksum) {
      throw new BackupFault(
        `${name} does not belong to this Norte: the migration ${migration.name} is another one there. Use the version it was made with (${manifest.norte})`,
      )
    }
  }
}

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/

/** The name of a backup's folder: its moment in UTC, so that the order of names is the order of time. */
export function backupNameOf(at: EpochMs): string {
  return toIso(at).replaceAll(/[:.]/g, '-')
}

/** Whether a folder's name is one that `backupNameOf` makes. */
export function isBackupName(name: string): boolean {
  return NAME.test(name)
}
