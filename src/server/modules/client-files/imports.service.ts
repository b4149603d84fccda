import type { Transaction } from 'kysely'
import { type ImportPreview, MAX_IMPORT_ROWS } from '#contract/client-files.ts'
import type { ImportId } from '#contract/values.ts'
import { type EpochMs, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { admitClients, emailsOfClients } from '../clients/admissions.service.ts'
import { inviteTogether } from '#server/modules/clients/bulk/bulk-inviting.service.ts'
import { presentPreview } from './client-files.presenter.ts'
import * as imports from './client-files.repository.ts'
import { IMPORT_KEPT_MS, type ReadFile, withoutKnown } from './import-file.domain.ts'
import { decodeText } from './text-encoding.domain.ts'
import { knownHeadings, vocabulary } from './vocabulary.service.ts'

/** Unconfirmed imports of one coach, each as large as an upload may be; older ones are removed. */
const MOST_WAITING = 10

type Refused = Exclude<ReadFile, { refused: null }>

/** POST: parses a file, reports every invalid row, and stores the valid ones until they are confirmed. */
export async function previewImport(
  deps: Deps,
  actor: CoachActor,
  upload: { bytes: Buffer } | undefined,
): Promise<ImportPreview> {
  if (!upload) throw new Refusal('request.invalid', { file: 'list_required' })
  const text = decodeText(upload.bytes)
  if (text === undefined) throw new Refusal('import.not_csv')
  const { email, timezone } = actor
  const reading = {
    headings: knownHeadings(deps),
    vocabulary: vocabulary(deps),
    coach: { email, timezone },
  }
  const file = await deps.threads.run(actor.userId, 'readClientFile', { text, reading })
  if (file.refused !== null) throw refusalOf(file)
  const emails = file.people.map(({ person }) => person.email)
  const good = withoutKnown(file, await emailsOfClients(deps, actor, emails))
  const id = deps.newId<ImportId>()
  const people = good.people.map(({ person }) => person)
  await deps.db.transaction().execute(async (tx) => {
    await imports.insertImport(tx, scopeOf(actor), { id, people }, deps.clock.now())
    await imports.removeWaitingImports(tx, scopeOf(actor), { kept: MOST_WAITING })
  })
  return presentPreview(deps, actor, id, file, good)
}

function refusalOf(file: Refused): Refusal {
  switch (file.refused) {
    case 'no_rows':
      return new Refusal('import.no_rows')
    case 'too_many_rows':
      return new Refusal('import.too_many_rows', { file: `rows_too_many|maximum=${MAX_IMPORT_ROWS}` })
    case 'columns_missing':
      return new Refusal(
        'import.columns_missing',
        Object.fromEntries(file.missing.map((column) => [column, 'column_missing'])),
      )
  }
}

/**
 * PUT: creates the clients of a preview, all or nothing, once. If one of their addresses has been taken meanwhile, all
 * of it fails.
 */
export async function confirmImport(
  deps: Deps,
  actor: CoachActor,
  { importId, invite }: { importId: ImportId; invite: boolean },
): Promise<{ created: number }> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const readAfter = epochMs(now - IMPORT_KEPT_MS)
    const { people, confirmedAt } = found(
      await imports.lockImport(tx, scope, importId, readAfter),
      'import.not_found',
    )
    if (confirmedAt !== null) throw new Refusal('import.done')
    const clientIds = await admitClients(deps, tx, actor, people, { invite })
    await imports.transitionToConfirmed(tx, scope, importId, clientIds, now)
    return { created: people.length }
  })
}

/**
 * POST: invites everybody whom a confirmed import brought in and who is not invited yet, within the day of its
 * confirmation. The import's row is locked, so that of two calls at once the second finds them invited.
 */
export async function inviteImported(
  deps: Deps,
  actor: CoachActor,
  importId: ImportId,
): Promise<{ invited: number; waiting: number }> {
  const scope = scopeOf(actor)
  const readAfter = epochMs(deps.clock.now() - IMPORT_KEPT_MS)
  return deps.db.transaction().execute(async (tx) => {
    const { clientIds, confirmedAt } = found(
      await imports.lockImport(tx, scope, importId, readAfter),
      'import.not_found',
    )
    if (confirmedAt === null) throw new Refusal('import.not_found')
    const { changed, waiting } = await inviteTogether(deps, tx, actor, clientIds)
    return { invited: changed.length, waiting }
  })
}

/** Removes imports read and confirmed before an instant, at most `most`. @returns how many */
export function forgetImports(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return imports.removeImports(tx, before, most)
}
