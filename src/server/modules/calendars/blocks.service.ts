import type { ParsedOf } from '#contract/endpoint.ts'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type {
  BlockDto,
  createBlock as createEndpoint,
  putBlock as putEndpoint,
  restoreBlock as restoreEndpoint,
} from '#contract/calendar/time-blocks.ts'
import type { BlockId, SeriesId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { blockErrors, blocksOf, ruleErrors } from './blocks.domain.ts'
import * as blocks from './blocks.repository.ts'
import { presentBlock } from './calendar-time.presenter.ts'
import { lockCalendar, recordCalendarChange } from './calendars.service.ts'

/**
 * POST: blocks time, once or by a rule, all or nothing (product §8). Sessions in that time are kept; a concurrent
 * booking either comes before or sees the block, through the lock on the calendar.
 */
export async function createBlock(
  deps: Deps,
  actor: CoachActor,
  { title, recurrence, ...ends }: ParsedOf<typeof createEndpoint>['body'],
): Promise<{ data: BlockDto[] }> {
  const first = spanOf(ends)
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const { timezone } = await lockCalendar(tx, scope)
    if (recurrence) refuse(ruleErrors(first, recurrence, timezone))
    const seriesId = recurrence ? deps.newId<SeriesId>() : null
    const made = blocksOf(first, recurrence, timezone).map((span): blocks.Block => ({
      ...span,
      id: deps.newId<BlockId>(),
      seriesId,
      title: title || null,
    }))
    await blocks.insertBlocks(tx, scope, made, deps.clock.now())
    await recordCalendarChange(deps, tx, actor)
    return { data: made.map(presentBlock) }
  })
}

/** PUT: changes time or title of one block; the others of its series are unchanged. */
export async function putBlock(
  deps: Deps,
  actor: CoachActor,
  { blockId }: ParsedOf<typeof putEndpoint>['params'],
  { title, ...ends }: ParsedOf<typeof putEndpoint>['body'],
): Promise<BlockDto> {
  const span = spanOf(ends)
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const block = found(await blocks.lockBlock(tx, scope, blockId), 'calendar.block_not_found')
    const changed = { ...block, ...span, title: title === undefined ? block.title : title || null }
    await blocks.updateBlock(tx, scope, changed, deps.clock.now())
    await recordCalendarChange(deps, tx, actor)
    return presentBlock(changed)
  })
}

/** DELETE: deletes blocks until they are restored. For a block without a series the scope makes no difference. */
export async function deleteBlock(
  deps: Deps,
  actor: CoachActor,
  { blockId }: { blockId: BlockId },
  which: SeriesScope,
): Promise<void> {
  const scope = scopeOf(actor)
  await deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const { seriesId, startsAt } = found(
      await blocks.lockBlock(tx, scope, blockId),
      'calendar.block_not_found',
    )
    const meant: blocks.WhichBlocks =
      which === 'one' || seriesId === null
        ? { id: blockId }
        : { seriesId, since: which === 'all' ? undefined : startsAt }
    await blocks.removeBlocks(tx, scope, meant, { id: blockId, now: deps.clock.now() })
    await recordCalendarChange(deps, tx, actor)
  })
}

/** POST restore: restores what was deleted with this block. */
export async function restoreBlock(
  deps: Deps,
  actor: CoachActor,
  { blockId }: ParsedOf<typeof restoreEndpoint>['params'],
): Promise<{ data: BlockDto[] }> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const restored = await blocks.restoreBlocks(tx, scope, blockId, deps.clock.now())
    if (restored.length === 0) throw new Refusal('calendar.block_not_found')
    await recordCalendarChange(deps, tx, actor)
    return { data: restored.map(presentBlock) }
  })
}

/** Removes blocks that were deleted before an instant: part of the daily purge. */
export const forgetDeletedBlocks = blocks.forgetBlocks

function spanOf(ends: Pick<BlockDto, 'startsAt' | 'endsAt'>): Interval {
  const span = { startsAt: fromIso(ends.startsAt), endsAt: fromIso(ends.endsAt) }
  refuse(blockErrors(span))
  return span
}

function refuse(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
}
