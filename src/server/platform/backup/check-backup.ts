import { join } from 'node:path'
import { type KnownMigration, tablesOf } from '../postgres/migrate.ts'
import { BackupFault } from './backup-fault.ts'
import { faultOf, openManifest } from './backup-files.ts'
import { placeOf, readList } from './file-lists.ts'
import { type Manifest, requireKnownMigrations } from './manifest.ts'

/** What is wrong with a backup, one sentence each with what to do; its manifest, if it can be trusted. */
export type CheckedBackup = { faults: string[]; manifest: Manifest | undefined }

type Checking = {
  migrations: readonly KnownMigration[]
  /** The uploaded files that were read before, by their places, with what was wrong: backups share them. */
  seen?: Map<string, string | undefined>
}

/** How many files are read at once. */
const AT_ONCE = 4

/**
 * Reads everything of a backup again and compares it with what its manifest says. It needs no key: sums are those of the
 * bytes as they lie there.
 */
export async function checkBackup(
  folder: string,
  name: string,
  { migrations, seen = new Map() }: Checking,
): Promise<CheckedBackup> {
  const faults: string[] = []
  let manifest: Manifest
  try {
    manifest = await openManifest(folder, name)
    requireKnownMigrations(manifest, name, migrations)
    requireKnownTables(manifest, name, migrations)
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return { faults: [error.message], manifest: undefined }
  }
  const { tables, jobs, files, secrets } = manifest
  for (const stored of [...tables, jobs, files, ...secrets]) {
    const fault = await faultOf(join(folder, name, stored.path), stored)
    if (fault) faults.push(`${join(name, stored.path)} ${fault}. Use another backup`)
  }
  if (faults.length > 0) return { faults, manifest }
  try {
    faults.push(...(await uploadFaults(folder, name, manifest, seen)))
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    faults.push(error.message)
  }
  return { faults, manifest }
}

/** @throws BackupFault for a table that no migration makes: a restore would have no place for it */
function requireKnownTables({ tables }: Manifest, name: string, migrations: readonly KnownMigration[]): void {
  const known = tablesOf(migrations)
  const other = tables.find((table) => !known.has(table.name))
  if (other) throw new BackupFault(`${name}: this Norte has no table ${other.name}. Use another backup`)
}

async function uploadFaults(
  folder: string,
  name: string,
  { keyId, files }: Manifest,
  seen: Map<string, string | undefined>,
): Promise<string[]> {
  const faults: string[] = []
  const under = new Set<Promise<void>>()
  let count = 0
  for await (const file of readList(join(folder, name, files.path))) {
    count += 1
    const place = placeOf(folder, keyId, file)
    const look = async () => {
      if (!seen.has(place)) seen.set(place, await faultOf(place, file))
      const fault = seen.get(place)
      if (fault) faults.push(`${name} needs ${place}, which ${fault}. ${adviceFor(fault)}`)
    }
    const looking = look().finally(() => under.delete(looking))
    under.add(looking)
    if (under.size >= AT_ONCE) await Promise.race(under)
  }
  await Promise.all(under)
  if (count !== files.count)
    faults.push(`${name} lists ${count} files instead of ${files.count}. Use another backup`)
  return faults.toSorted()
}

function adviceFor(fault: string): string {
  const again = 'make a new backup, which copies the file again if Norte still has it'
  return fault === 'is missing'
    ? `Bring it back from a copy of the folder, or ${again}`
    : `Bring it back from a copy of the folder, or remove it and ${again}`
}
