import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type FileId, UserId } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { audit, eraseDetailsOf } from '../audit/audit.service.ts'
import { cutSignIns, endEverySignIn } from '../auth/sign-in/sign-ins.service.ts'
import { dropBytes } from '../files/files.service.ts'
import { eraseMessagesOf } from '../messages/erasing/erasing.service.ts'
import { forgetPayer } from '../payments/accounts/renewal.service.ts'
import { dropParts } from '../resources/uploads.service.ts'
import { leaveSpaces } from './leaving.service.ts'
import { closePractice } from './closing.service.ts'
import { RESUMED_MS, isOver, latestNextDay } from './deletions.domain.ts'
import { countNext, eraseSoon } from './deletions.service.ts'
import * as deletions from './deletions.repository.ts'
import * as spaces from './spaces.repository.ts'
import {
  type Erased,
  type Named,
  type Step,
  type StoredIn,
  findNamed,
  removeHusks,
  stepsOf,
  takeStep,
} from './erasing.repository.ts'

/** The version of the stored form of the job that erases an account. */
const VERSION = 1

const Job = z.object({ version: z.literal(VERSION), userId: UserId })

/** The job as its queue holds it. */
export const erasingJob = (userId: UserId): z.infer<typeof Job> => ({ version: VERSION, userId })

/** How often the steps are taken at most: what was written meanwhile goes with the next round. */
const MOST_ROUNDS = 10

/**
 * Erases the account of a job, in portions. It goes on where an earlier attempt ended, and once begun nothing brings the account
 * back: first nobody can sign in any more, then what others have of the person ends, then the rows and their bytes go.
 * @throws Error if the payment provider does not forget the coach, or mails of the outbox cannot be read or removed, with all the
 * rest erased: it is tried again
 */
export async function eraseAccount(deps: Deps, data: object): Promise<void> {
  const { userId } = Job.parse(data)
  if (!(await begin(deps, userId))) return
  await leaveSpaces(deps, userId)
  const practice = await spaces.hasPractice(deps.db, userId)
  if (practice) await closePractice(deps, userId)
  const failure = await failureToForget(deps, userId)
  const steps = stepsOf({ practice }).filter(({ table }) => failure === null || table !== 'payment_customers')
  const erased = await nobodyFor(deps, userId)
  // Before the steps, which take the addresses and names that mails are found by.
  const named = await findNamed(deps.db, erased, deps.clock.now())
  // Why some of them stay is known from the second time, which finds them by the same.
  await failureToForgetMails(deps, named)
  await takeSteps(deps, steps, erased)
  // After them: open rooms are told with the name that is written in the place of the person's.
  await eraseMessagesOf(deps, userId)
  // What was written meanwhile. If this attempt ends before, the next one knows the ids, which these mails list.
  const failures = [failure, await failureToForgetMails(deps, named)].filter((each) => each !== null)
  if (failures.length > 0) throw failures[0]!
  const isFirst = await deps.db.transaction().execute(async (tx) => {
    if (!(await deletions.setErased(tx, userId, deps.clock.now()))) return false
    await audit(deps, tx, { kind: 'account.deleted', userId, actor: 'system' })
    await eraseDetailsOf(tx, userId)
    return true
  })
  if (isFirst) deps.log.info({ userId }, 'account deleted')
}

/** What kept the payment provider from forgetting the person; their row there stays for the next attempt. */
async function failureToForget(deps: Deps, userId: UserId): Promise<Error | null> {
  try {
    await forgetPayer(deps, userId)
    return null
  } catch (error) {
    return new Error('The payment provider has not forgotten a coach whose account is deleted', {
      cause: error,
    })
  }
}

/** What kept mails to, from and about the person in the outbox; all those that could be read and removed are gone. */
async function failureToForgetMails(deps: Deps, named: Named): Promise<Error | null> {
  try {
    await deps.mailer.forget(named)
    return null
  } catch (error) {
    return new Error('The outbox still has mails that name somebody whose account is deleted', {
      cause: error,
    })
  }
}

/** Ends every sign-in of the person. @returns false if the account is not to be erased, or was */
async function begin(deps: Deps, userId: UserId): Promise<boolean> {
  const ended = await deps.db.transaction().execute(async (tx) => {
    await spaces.lockAccounts(tx, [userId])
    const row = await deletions.lockDeletion(tx, userId)
    const now = deps.clock.now()
    if (!row || row.erasedAt !== null || !(row.begunAt !== null || isOver(row, now))) return undefined
    if (row.begunAt === null) await deletions.setBegun(tx, userId, now)
    return endEverySignIn(deps, tx, userId)
  })
  if (!ended) return false
  cutSignIns(deps, userId, ended)
  return true
}

/** The person, and what is written in the place of their name: in their own language, for want of another. */
async function nobodyFor(deps: Deps, userId: UserId): Promise<Erased> {
  const { email, language } = await deletions.findPerson(deps.db, userId)
  const text = (key: 'name' | 'last_name' | 'words') =>
    deps.texts.text(language, `defaults:deleted_account.${key}`)
  return { userId, email, name: text('name'), lastName: text('last_name'), words: text('words') }
}

async function takeSteps(deps: Deps, steps: readonly Step[], erased: Erased): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    let changed = 0
    for (const step of steps) changed += await takeWhole(deps, step, erased)
    if (changed === 0) return
  }
  throw new Error('Something is still written for an account that is being erased')
}

async function takeWhole(deps: Deps, step: Step, erased: Erased): Promise<number> {
  let changed = 0
  for (;;) {
    const { rows, bytes } = await takeStep(deps.db, step, erased, deps.clock.now())
    await dropStored(deps, step.table as StoredIn, bytes)
    if (rows === 0) return changed
    changed += rows
  }
}

// After their rows: what a crash leaves behind is found by the sweeps.
async function dropStored(deps: Deps, table: StoredIn, bytes: readonly string[]): Promise<void> {
  switch (table) {
    case 'files':
      return dropBytes(deps, bytes as FileId[])
    case 'resource_files':
      return dropParts(deps, bytes)
    case 'data_exports':
      for (const id of bytes) await deps.exportFiles.remove(id)
      return undefined
    case 'data_imports':
      for (const id of bytes) await deps.importFiles.remove(id)
      return undefined
  }
}

/** Accounts whose days are looked after in one transaction. */
const LOOKED_AFTER = 100

/**
 * Looks after what is under way, whatever became of its timers and jobs: days that are not counted any more, as after a clock
 * that leapt and came back, and erasures that are not complete after a day.
 */
export async function mindDeletions(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const unfinished = await deletions.listUnfinished(tx, epochMs(now - RESUMED_MS))
    for (const userId of unfinished) await eraseSoon(deps, tx, userId)
  })
  for (let after: UserId | undefined; ;) {
    const page = { dueAfter: latestNextDay(now), after, most: LOOKED_AFTER }
    const uncounted = await deps.db.transaction().execute(async (tx) => {
      const found = await deletions.listUncounted(tx, page)
      for (const userId of found) await countNext(deps, tx, userId)
      return found
    })
    if (uncounted.length < LOOKED_AFTER) return
    after = uncounted.at(-1)!
  }
}

/** Removes what was kept of practices that were deleted before then, the books of payments above all. @returns of how many */
export function forgetHusks(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return removeHusks(tx, before, most)
}
