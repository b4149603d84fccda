import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { isAhead, isJoinable, isNear } from '#web/widgets/session/session-look.ts'

/** The most buttons of a screen that are side by side: its main one and two beside it (design.md, "Buttons"). */
const MOST_BUTTONS = 3

/** Whether other calendars can take a session: it is confirmed and not over (product §8). */
export function canAddToCalendar(session: SessionListItem): boolean {
  return session.status === 'confirmed' && isAhead(session)
}

/** Whether the bar above the session has a button: to join when it is time, to add it to a calendar before. */
export function hasBarButton(session: SessionListItem): boolean {
  return isNear(session) ? isJoinable(session) : canAddToCalendar(session)
}

/**
 * Divides the steps, most important first, into buttons and the rest for a menu. A menu of a single step hides it for
 * nothing: it takes the last button along. Where the menu is there anyway, for other things, what destroys is in it.
 */
export function divided<Step extends { isNegative?: boolean }>(
  steps: readonly Step[],
  { besideBar, hasMenu }: { besideBar: boolean; hasMenu: boolean },
): { shown: Step[]; more: Step[] } {
  const room = besideBar ? MOST_BUTTONS - 1 : MOST_BUTTONS
  const harmless = steps.filter(({ isNegative = false }) => !isNegative).length
  if (!hasMenu && steps.length <= room) return { shown: [...steps], more: [] }
  const count = hasMenu ? Math.min(room, harmless) : Math.min(room, steps.length - 2)
  return { shown: steps.slice(0, count), more: steps.slice(count) }
}
