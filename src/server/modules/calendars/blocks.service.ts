import type { Transaction } from 'kysely'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import {
  type BlockDto,
  MOST_ENDLESS_BLOCKS,
  type createBlock as createEndpoint,
  type putBlock as putEndpoint,
  type restoreBlock as restoreEndpoint,
} from '#contract/calendar/time-blocks.ts'
import type { BlockId, SeriesId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { type CoachScope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { blockErrors, blocksOf, ruleErrors } from './blocks.domain.ts'
import * as blocks from './blocks.repository.ts'
import { presentBlock } from './calendar-time.presenter.ts'
import { lockCalendar, recordCalendarChange } from './calendars.service.ts'
import {
  type EndlessBlocks,
  blockAt,
  blockOn,
  dateOfBlock,
  datesMeant,
  endlessFrom,
  firstBlockFrom,
  isEndless,
  notYetExcluded,
  repeatsForEver,
  seriesIdFrom,
} from './endless/endless-blocks.domain.ts'
import * as endless from './endless/endless-blocks.repository.ts'

/**
 * POST: blocks time, once or by a rule, all or nothing (product §8). Sessions in that time are kept; a concurrent
 * booking either comes before or sees the block, through the lock on the calendar.
 * @throws Refusal `calendar.too_many_endless_blocks` for one without end beyond the limit
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
    if (recurrence && repeatsForEver(recurrence)) {
      const id = seriesIdFrom(deps.newId())
      const series = endlessFrom(first, recurrence, { id, title: title || null, timezone })
      await endless.insertEndless(tx, scope, series, deps.clock.now())
      await refuseTooMany(tx, scope)
      await recordCalendarChange(deps, tx, actor)
      return { data: [presentBlock(blockAt(series, series.firstOn), true)] }
    }
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
    return { data: made.map((block) => presentBlock(block, false)) }
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
    const { block, series, date } = found(await findBlock(tx, scope, blockId), 'calendar.block_not_found')
    const changed = { ...block, ...span, title: title === undefined ? block.title : title || null }
    if (series && date) {
      // From now on the block of this date is stored.
      await endless.excludeDates(tx, scope, series.id, [{ from: date, until: date }])
      await blocks.insertBlocks(tx, scope, [changed], deps.clock.now())
    } else await blocks.updateBlock(tx, scope, changed, deps.clock.now())
    await recordCalendarChange(deps, tx, actor)
    return presentBlock(changed, series !== undefined && isEndless(series))
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
    const { block, series, date } = found(await findBlock(tx, scope, blockId), 'calendar.block_not_found')
    const { seriesId, startsAt } = block
    const meant: blocks.WhichBlocks =
      which === 'one' || seriesId === null
        ? { id: blockId }
        : { seriesId, since: which === 'all' ? undefined : startsAt }
    const now = deps.clock.now()
    await blocks.removeBlocks(tx, scope, meant, { id: blockId, now })
    const dates = series && datesMeant(series, which, { startsAt, date })
    if (dates) {
      const left = notYetExcluded(series, dates)
      await endless.excludeDates(tx, scope, series.id, left, { with: blockId, at: now })
    }
    await recordCalendarChange(deps, tx, actor)
  })
}

/**
 * POST restore: restores what was deleted with this block.
 * @throws Refusal `calendar.too_many_endless_blocks` if others without end took its place
 */
export async function restoreBlock(
  deps: Deps,
  actor: CoachActor,
  { blockId }: ParsedOf<typeof restoreEndpoint>['params'],
): Promise<{ data: BlockDto[] }> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    await lockCalendar(tx, scope)
    const stored = await blocks.restoreBlocks(tx, scope, blockId, deps.clock.now())
    const again = await endless.includeAgain(tx, scope, blockId)
    if (stored.length === 0 && !again) throw new Refusal('calendar.block_not_found')
    if (again) await refuseTooMany(tx, scope)
    const series = await seriesOf(tx, scope, again?.seriesId ?? stored[0]?.seriesId ?? null)
    const first = again && series && firstBlockFrom(series, again.from)
    await recordCalendarChange(deps, tx, actor)
    const restored = [...(first ? [first] : []), ...stored].toSorted((a, b) => a.startsAt - b.startsAt)
    return { data: restored.map((block) => presentBlock(block, series !== undefined && isEndless(series))) }
  })
}

/** Removes at most `most` blocks of a kind that were deleted before an instant: part of the daily purge. @returns how many */
export async function forgetDeletedBlocks(
  tx: Transaction<DB>,
  before: EpochMs,
  most: number,
): Promise<number> {
  const stored = await blocks.forgetBlocks(tx, before, most)
  return stored + (await endless.forgetEndless(tx, before, most))
}

/** A block, the series without end that it belongs to, and its date there unless it is stored. */
type FoundBlock = { block: blocks.Block; series: EndlessBlocks | undefined; date?: CalendarDate }

async function findBlock(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: BlockId,
): Promise<FoundBlock | undefined> {
  const stored = await blocks.lockBlock(tx, scope, id)
  if (stored) return { block: stored, series: await seriesOf(tx, scope, stored.seriesId) }
  const { seriesId, date } = dateOfBlock(id)
  const series = await endless.findEndless(tx, scope, seriesId)
  const block = series && blockOn(series, date)
  return block && { block, series, date }
}

function seriesOf(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: SeriesId | null,
): Promise<EndlessBlocks | undefined> {
  return id === null ? Promise.resolve(undefined) : endless.findEndless(tx, scope, id)
}

async function refuseTooMany(tx: Transaction<DB>, scope: CoachScope): Promise<void> {
  const count = await endless.countEndless(tx, scope)
  if (count > MOST_ENDLESS_BLOCKS) throw new Refusal('calendar.too_many_endless_blocks')
}

function spanOf(ends: Pick<BlockDto, 'startsAt' | 'endsAt'>): Interval {
  const span = { startsAt: fromIso(ends.startsAt), endsAt: fromIso(ends.endsAt) }
  refuse(blockErrors(span))
  return span
}

function refuse(errors: Record<string, string>): void {
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', errors)
}
