import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ExportId, type UserId } from '#contract/values.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import { changeTimers } from '#server/events/timers.ts'
import { removeOrphans } from '../files/orphans.service.ts'
import {
  MOST_ATTEMPTS,
  STALE_MS,
  awaitsSpace,
  bytesNeeded,
  countedAttempt,
  expiryOf,
  progressOf,
  roundAfter,
} from './data-exports.domain.ts'
import * as exports from './data-exports.repository.ts'

/** The version of the stored form of the job that writes an archive. */
const VERSION = 1

const Job = z.object({ version: z.literal(VERSION), exportId: ExportId })

/** The job as its queue holds it. */
export const exportJob = (exportId: ExportId): z.infer<typeof Job> => ({ version: VERSION, exportId })

/** The disk has not enough room for an archive. */
class NoSpace extends Error {
  override readonly name = 'NoSpace'
}

/**
 * Writes the archive of a job. Run twice, or by a worker that was thought dead, it changes nothing: only the latest attempt
 * counts. After some attempts it is given up, and the person may ask again; one that finds no space waits for it for hours.
 */
export async function makeExport(deps: Deps, data: object): Promise<void> {
  const { exportId: id } = Job.parse(data)
  const begun = await exports.beginAttempt(deps.db, id)
  if (!begun) return
  const attempt = { id, attempt: begun.attempt }
  if (countedAttempt(begun.attempt) > MOST_ATTEMPTS) {
    await exports.setFailed(deps.db, attempt)
    return
  }
  try {
    await deps.exportParts.with(async (path) => {
      const order = { userId: begun.userId, path, madeAt: deps.clock.now() }
      const archive = await deps.writeArchive(order, async (written) => {
        await requireSpace(deps, bytesNeeded(written))
        return exports.setProgress(deps.db, attempt, progressOf(written))
      })
      if (archive) await publish(deps, { ...begun, ...attempt, ...archive, path })
    })
  } catch (error) {
    const isShortage = error instanceof NoSpace || deps.isOutOfRoom(error)
    if (isShortage && awaitsSpace(begun.askedAt, deps.clock.now())) {
      await exports.setWaiting(deps.db, attempt, roundAfter(begun.attempt))
    } else if (isShortage || countedAttempt(begun.attempt) === MOST_ATTEMPTS) {
      await exports.setFailed(deps.db, attempt)
    }
    throw error
  }
}

// The database may lie on the same disk.
async function requireSpace(deps: Deps, bytes: number): Promise<void> {
  if ((await deps.freeSpace(deps.config.dataDir)) < bytes) {
    throw new NoSpace('There is not enough space for the archive on the disk of the data folder')
  }
}

type Made = exports.Attempt & {
  userId: UserId
  coachId: UserId
  path: string
  byteSize: number
  missingFiles: number
}

async function publish(deps: Deps, made: Made): Promise<void> {
  const { id, attempt, userId, coachId, path, byteSize, missingFiles } = made
  const fileId = deps.newId<string>()
  await deps.exportFiles.adopt(fileId, path, byteSize)
  const removable = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const expiresAt = expiryOf(now)
    const times = { now, expiresAt }
    if (!(await exports.setReady(tx, { id, attempt }, { fileId, byteSize, missingFiles }, times)))
      return [fileId]
    const command = { type: 'export.expire', exportId: id } as const
    await changeTimers(tx, [{ kind: 'set', key: `export.expire:${id}`, dueAt: expiresAt, command }])
    const subjectId = userId
    await record(deps, tx, {
      type: 'account.export_ready',
      coachId,
      actorUserId: null,
      subjectId,
      payload: {},
    })
    return exports.endReplaced(tx, { userId, by: id }, now)
  })
  for (const each of removable) await deps.exportFiles.remove(each)
}

/** Forgets an archive whose time is over; its bytes go once nobody can have an address of them. */
export async function expireExport(deps: Deps, tx: Transaction<DB>, id: ExportId): Promise<void> {
  const fileId = await exports.removeExpired(tx, id, deps.clock.now())
  // Before the commit: if that fails, the timer comes again and finds no bytes, which does nothing.
  if (fileId !== undefined) await deps.exportFiles.remove(fileId)
}

/** Removes bytes of archives that no row names, and what was left of an attempt: a crash happened in between. */
export async function sweepExports(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  await exports.endStale(deps.db, epochMs(now - STALE_MS))
  const swept = await removeOrphans(deps, deps.exportFiles, exports.listUnknown)
  // No attempt takes a day.
  return swept + (await deps.exportParts.sweep(epochMs(now - DAY_MS)))
}
