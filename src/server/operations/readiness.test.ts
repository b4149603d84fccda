import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#time/clock.ts'
import {
  BACKUP_LATE_MS,
  type Condition,
  DISK_FULL_BYTES,
  DISK_NEARLY_FULL_BYTES,
  MAILS_FAILING_MS,
  WORKER_SILENT_MS,
  WORK_LATE_MS,
  type Work,
  readinessOf,
} from './readiness.domain.ts'

const work: Work = {
  workerAgeMs: 1_000,
  lateMs: null,
  mailsFailingMs: null,
  backupAgeMs: null,
  migratedAgeMs: 1_000,
  backupFailures: 0,
}
const well: Condition = {
  leaving: false,
  freeBytes: DISK_NEARLY_FULL_BYTES,
  work,
  backsUp: false,
  backsUpDaily: true,
}

const warningsOf = (more: Partial<Work>) => readinessOf({ ...well, work: { ...work, ...more } })

// @spec P.319
describe('a server is ready', () => {
  test('while it can do its own work', () => {
    expect(readinessOf(well)).toEqual({ status: 'ok', warnings: [] })
  })

  test.each([
    [{ leaving: true }, 'leaving'],
    [{ work: undefined }, 'database_away'],
    [{ freeBytes: DISK_FULL_BYTES - 1 }, 'disk_full'],
    [{ leaving: true, work: undefined, freeBytes: 0 }, 'leaving'],
    [{ work: undefined, freeBytes: DISK_FULL_BYTES - 1 }, 'disk_full'],
    [{ freeBytes: undefined }, 'disk_full'],
    [{ work: undefined, freeBytes: undefined }, 'database_away'],
  ])('but not with %o', (condition, status) => {
    expect(readinessOf({ ...well, ...condition })).toEqual({ status })
  })
})

// @spec P.320
describe('a server that is ready warns', () => {
  const silent = { status: 'ok', warnings: ['worker_silent'] }

  test('of workers of which none was ever there, or none for too long', () => {
    expect(warningsOf({ workerAgeMs: WORKER_SILENT_MS })).toMatchObject({ warnings: [] })
    expect(warningsOf({ workerAgeMs: WORKER_SILENT_MS + 1 })).toEqual(silent)
    expect(warningsOf({ workerAgeMs: null })).toEqual(silent)
  })

  test('of work that nobody takes, and of mails that fail, once it lasts', () => {
    expect(warningsOf({ lateMs: WORK_LATE_MS, mailsFailingMs: MAILS_FAILING_MS })).toMatchObject({
      warnings: [],
    })
    expect(warningsOf({ lateMs: WORK_LATE_MS + 1, mailsFailingMs: MAILS_FAILING_MS + 1 })).toMatchObject({
      warnings: ['work_late', 'mails_failing'],
    })
  })

  test('of backups that fail, and of one that was not made although one is made every day', () => {
    expect(warningsOf({ backupFailures: 1 })).toMatchObject({ warnings: ['backup_failing'] })
    const never = (migratedAgeMs: number) => warningsOf({ migratedAgeMs })
    expect(never(BACKUP_LATE_MS)).toMatchObject({ warnings: [] })
    expect(never(BACKUP_LATE_MS + 1)).toMatchObject({ warnings: ['backup_late'] })
    expect(warningsOf({ backupAgeMs: BACKUP_LATE_MS })).toMatchObject({ warnings: [] })
    const late = { ...work, backupAgeMs: BACKUP_LATE_MS + 1 }
    expect(readinessOf({ ...well, work: late })).toMatchObject({ warnings: ['backup_late'] })
    expect(readinessOf({ ...well, work: late, backsUpDaily: false })).toMatchObject({ warnings: [] })
    expect(warningsOf({ backupAgeMs: -MINUTE_MS })).toMatchObject({ warnings: [] })
    expect(warningsOf({ backupAgeMs: -MINUTE_MS - 1 })).toMatchObject({ warnings: ['backup_late'] })
  })

  test('and says how old the newest backup is where there are backups', () => {
    const ageOf = (backupAgeMs: number | null, backsUp: boolean) =>
      readinessOf({ ...well, backsUp, work: { ...work, backupAgeMs } })
    expect(ageOf(3_600_400, true)).toEqual({ status: 'ok', warnings: [], backupAgeSeconds: 3_600 })
    // A web server need not have the folder that its workers have.
    expect(ageOf(3_600_400, false)).toMatchObject({ backupAgeSeconds: 3_600 })
    expect(ageOf(null, true)).toMatchObject({ backupAgeSeconds: null })
    expect(ageOf(null, false)).not.toHaveProperty('backupAgeSeconds')
    expect(readinessOf({ ...well, backsUp: true, freeBytes: 0 })).toEqual({ status: 'disk_full' })
  })

  test('of a disk that is nearly full', () => {
    expect(readinessOf({ ...well, freeBytes: DISK_NEARLY_FULL_BYTES - 1 })).toMatchObject({
      warnings: ['disk_nearly_full'],
    })
  })
})
