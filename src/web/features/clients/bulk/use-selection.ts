import { useState } from 'react'
import { type ChosenClient, NOBODY, type Selection, pageToggled, toggled } from './selection.ts'

/**
 * The selected clients of a list. They stay through sorting and paging; other filters clear them, which `isCleared` says
 * until somebody is selected again.
 */
export function useSelection(filters: string) {
  const [state, setState] = useState({ filters, selection: NOBODY, isCleared: false })
  const current =
    state.filters === filters
      ? state
      : { filters, selection: NOBODY, isCleared: state.selection.size > 0 || state.isCleared }
  // During the rendering: a selection of other filters is never shown.
  if (current !== state) setState(current)
  const choose = (selection: Selection) => setState({ filters, selection, isCleared: false })
  const { selection, isCleared } = current
  return {
    selection,
    isCleared,
    toggle: (client: ChosenClient) => choose(toggled(selection, client)),
    togglePage: (page: readonly ChosenClient[]) => choose(pageToggled(selection, page)),
    clear: () => choose(NOBODY),
  }
}

export type ClientSelection = ReturnType<typeof useSelection>
