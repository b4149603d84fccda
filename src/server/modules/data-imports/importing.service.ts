import { z } from 'zod'
import { DataImportId } from '#contract/values.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { removeOrphans } from '../files/orphans.service.ts'
import { openArchive } from './archive/archive.service.ts'
import { type Importer, lookThrough } from './archive/reading.service.ts'
import { ImportRefused, MOST_ATTEMPTS, PROGRESS } from './data-imports.domain.ts'
import * as imports from './data-imports.repository.ts'
import { dropParts } from './data-imports.service.ts'
import {
  NoSpace,
  Overtaken,
  dropFiles,
  requireRoom,
  storeFiles,
  storePictures,
} from './writing/files.service.ts'
import { fillPractice } from './writing/filling.service.ts'
import { findEmail } from './writing/practice.repository.ts'

/** The version of the stored form of the job that reads an archive. */
const VERSION = 1

const Job = z.object({ version: z.literal(VERSION), importId: DataImportId })

/** The job as its queue holds it. */
export const importJob = (importId: DataImportId): z.infer<typeof Job> => ({ version: VERSION, importId })

/**
 * Reads the archive of a job into the practice of its coach. Run twice, or by a worker that was thought dead, it changes
 * nothing: only the latest attempt counts. What is wrong with the archive is said at once; what may pass is tried again some
 * times, then by the coach.
 */
export async function makeImport(deps: Deps, data: object): Promise<void> {
  const { importId: id } = Job.parse(data)
  const begun = await imports.beginAttempt(deps.db, id)
  if (!begun) return
  const attempt = { id, attempt: begun.attempt }
  if (begun.attempt > MOST_ATTEMPTS) {
    await imports.setFailed(deps.db, attempt, deps.clock.now())
    return
  }
  try {
    await deps.importParts.with(async (path) => {
      // Others may have filled the disk since the archive was announced.
      await requireRoom(deps, begun.byteSize)
      await deps.importParts.write(path, joined(deps, begun.parts))
      const email = await findEmail(deps.db, begun.userId)
      await readInto(deps, { ...begun, id, email }, attempt, path)
    })
    await dropParts(deps, begun.parts)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (error instanceof ImportRefused) {
      const isFirst = await imports.setRefused(deps.db, attempt, error, deps.clock.now())
      if (isFirst) await dropParts(deps, begun.parts)
      return
    }
    if (begun.attempt === MOST_ATTEMPTS || error instanceof NoSpace) {
      await imports.setFailed(deps.db, attempt, deps.clock.now())
    }
    throw error
  }
}

async function readInto(
  deps: Deps,
  importer: Importer,
  attempt: imports.Attempt,
  path: string,
): Promise<void> {
  const goOn = (progress: number) => imports.setProgress(deps.db, attempt, progress)
  const archive = await openArchive(deps, path, importer.userId)
  try {
    const looked = await lookThrough(deps, archive, importer)
    if (!(await goOn(PROGRESS.looked))) throw new Overtaken('Another worker goes on')
    try {
      await storeFiles(deps, looked, importer, goOn)
      const pictures = await storePictures(deps, looked, importer, () => goOn(PROGRESS.stored))
      await fillPractice(deps, looked, { importer, attempt, pictures })
    } catch (error) {
      // Nothing else names them, and a corrected archive needs their space.
      if (error instanceof ImportRefused) await dropFiles(deps, looked, importer)
      throw error
    }
  } finally {
    archive.zip.close()
  }
}

async function* joined(deps: Deps, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const stream = await deps.importFiles.get(part)
    if (!stream) throw new Error('Bytes of an import are gone')
    yield* stream as AsyncIterable<Uint8Array>
  }
}

/** Removes bytes of archives that no row names, and what was left of an attempt: a crash happened in between. */
export async function sweepImports(deps: Deps): Promise<number> {
  const swept = await removeOrphans(deps, deps.importFiles, imports.listUnknown)
  // No attempt takes a day.
  return swept + (await deps.importParts.sweep(epochMs(deps.clock.now() - DAY_MS)))
}
