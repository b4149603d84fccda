import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { isId } from '#web/paths.ts'
import { actionQuery } from '#web/widgets/queries/action.queries.ts'
import { ActionDialog } from './ActionDialog.tsx'

type Props<T extends ActionDto> = {
  /** What is listed already. */
  actions: readonly T[]
  today: CalendarDate
  /** Says whose a listed one is, where the list has those of several people. */
  whose?: (action: T) => ReactNode
}

/** The action that the address names (product §1 D10), also one that is not in the part of the list that was loaded. */
export function OpenedAction<T extends ActionDto>({ actions, today, whose }: Props<T>) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('open') ?? ''
  const listed = actions.find(({ id }) => id === wanted)
  const { data } = useQuery({ ...actionQuery(wanted), enabled: isId(wanted) && listed === undefined })
  const opened = listed ?? data
  if (!opened || opened.id !== wanted) return null
  const close = () =>
    setParams(
      (before) => {
        before.delete('open')
        return before
      },
      { replace: true },
    )
  return <ActionDialog action={opened} today={today} whose={listed && whose?.(listed)} onClose={close} />
}
