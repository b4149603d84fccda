import { z } from 'zod'
import type { ImportRefusal } from '#contract/account/data-imports.ts'

/** The form of an archive that this release reads (data-exports). */
const VERSION = 1

/** Most files of an archive: so many find room in a manifest with names of any length, each of which has 230 bytes besides. */
export const MOST_FILES = 20_000

/** An id as archives write one. */
export const ArchivedId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const Sum = z.string().regex(/^[0-9a-f]{64}$/)

/** What says that it is an archive, and of which form. */
const Head = z.object({ format: z.literal('norte-export'), version: z.int() })

/** What a list has to be before each of its items is looked at. */
const Listed = z.object({ files: z.array(z.unknown()) })

const Manifest = z.object({
  person: z.object({ id: ArchivedId }),
  tables: z
    .array(
      z.object({
        space: z.string().max(20),
        name: z.string().max(63),
        rows: z.int().min(0),
        columns: z.array(z.string().max(63)).max(200),
        sha256: Sum,
      }),
    )
    .max(1_000),
  files: z
    .array(
      z.object({
        id: ArchivedId,
        // It is said to the coach if the file is refused.
        path: z
          .string()
          .max(400)
          .regex(/^\P{Cc}*$/u),
        byteSize: z.int().min(0),
        /** Null of a file whose bytes were lost before. */
        sha256: Sum.nullable(),
      }),
    )
    .max(MOST_FILES),
})
export type Manifest = z.infer<typeof Manifest>

/** A manifest, or why its archive is refused. */
export type ReadManifest = { refused: null; manifest: Manifest } | { refused: ImportRefusal }

/**
 * Reads the manifest of an archive from its bytes. JSON of 8 MB that is made to be expensive (a million different names, or
 * four million lists in each other) takes most of a second, so this runs in a thread.
 */
export function readManifest(bytes: Uint8Array): ReadManifest {
  const said = jsonOf(bytes)
  if (said === undefined) return { refused: 'practice_import.damaged' }
  const head = Head.safeParse(said)
  if (!head.success) return { refused: 'practice_import.not_an_archive' }
  if (head.data.version > VERSION) return { refused: 'practice_import.newer_version' }
  if (head.data.version !== VERSION) return { refused: 'practice_import.damaged' }
  if ((Listed.safeParse(said).data?.files.length ?? 0) > MOST_FILES) {
    return { refused: 'practice_import.too_many_files' }
  }
  const { data: manifest } = Manifest.safeParse(said)
  return manifest ? { refused: null, manifest } : { refused: 'practice_import.damaged' }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
