import { useMemo } from 'react'
import type { UserType } from '#contract/account/auth.ts'
import { useSessionUser, useUserType } from './store.ts'

/** The person looking at the screen, as far as screens need them. */
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

/** The signed-in person as screens need them. Only for screens behind the guard. */
export function useViewer(): Viewer {
  const user = useSessionUser()
  const side = useUserType() ?? 'client'
  return useMemo(
    () => ({
      side,
      userId: user.id,
      coachId: side === 'coach' ? user.id : (user.coach?.id ?? user.id),
      clientId: user.clientId,
      timezone: user.timezone,
    }),
    [side, user],
  )
}
