import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { showFailure } from '#web/api/errors.ts'
import { caughtUp } from '#web/api/query-client.ts'
import { setAlert } from '#web/store/alert.ts'
import { spanBody, type Span } from '#web/widgets/times/span.ts'
import { useChangeBlock } from '../calendar.queries.ts'
import { withMoves, type Entry } from '../entries.ts'

/**
 * Entries as they are stored, except those that were just dragged: they are drawn at their new time until it is stored
 * or abandoned. A session is confirmed first (`asking`); blocked time moves at once.
 */
export function useMoves(entries: readonly Entry[], coachId: string) {
  const { t } = useTranslation('calendar')
  const changeBlock = useChangeBlock(coachId)
  const [moves, setMoves] = useState<ReadonlyMap<string, Span>>(new Map())
  const [askedId, setAskedId] = useState<string>()
  const shown = useMemo(() => withMoves(entries, moves), [entries, moves])
  // The grid calls the handler it was rendered with, which may close over older entries.
  const newest = useRef(entries)
  useEffect(() => {
    newest.current = entries
  }, [entries])

  const put = (id: string, to: Span) => setMoves((all) => new Map(all).set(id, to))
  const drop = (id: string) => setMoves((all) => without(all, id))
  // A block that was dragged again meanwhile stays at its newer time.
  const dropIfAt = (id: string, to: Span) => setMoves((all) => (all.get(id) === to ? without(all, id) : all))
  const store = ({ id, title }: BlockDto, to: Span) =>
    changeBlock
      .mutateAsync({ blockId: id, ...spanBody(to), ...(title !== null && { title }) })
      .then(() => caughtUp('calendar'), showFailure)
      .then(() => dropIfAt(id, to))
  const move = (id: string, to: Span) => {
    const entry = newest.current.find((each) => each.id === id)
    if (entry?.kind === 'session' && entry.session.allowedActions.includes('reschedule')) {
      put(id, to)
      setAskedId(id)
    } else if (entry?.kind === 'block') {
      put(id, to)
      void store(entry.block, to)
    } else setAlert(t('changedMeanwhile'), 'warning')
  }
  const answer = (id: string, stored: boolean) => {
    setAskedId(undefined)
    if (stored) void caughtUp('session', 'calendar').then(() => drop(id))
    else drop(id)
  }

  const asked = entries.find(({ id }) => id === askedId)
  const to = askedId === undefined ? undefined : moves.get(askedId)
  const asking = asked?.kind === 'session' && to ? { session: asked.session, to } : undefined
  return { shown, move, asking, answer }
}

function without(moves: ReadonlyMap<string, Span>, id: string): ReadonlyMap<string, Span> {
  return new Map([...moves].filter(([each]) => each !== id))
}
