import type { DrawerParts } from '#web/features/video/drawer/parts.ts'

/** What the drawer of a call is made of, where a test does not look at it. */
export const EMPTY_PARTS: DrawerParts = {
  Agenda: () => null,
  Notes: () => null,
  NotesForMe: () => null,
  OwnActions: () => null,
  Resource: () => null,
  Chat: () => null,
  useUnread: () => 0,
}
