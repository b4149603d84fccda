import type { UserType } from '#contract/auth.ts'

/** Who looks at the screen, as far as a screen has to know. */
export type Viewer = {
  side: UserType
  userId: string
  /** The coach whose practice this is: the viewer, or the viewer's coach. */
  coachId: string
  /** The viewer's own client record; null for a coach. */
  clientId: string | null
  /** The zone of their settings, never the browser's (product §8). */
  timezone: string
}
