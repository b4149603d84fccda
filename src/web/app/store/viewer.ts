import { useMemo } from 'react'
import type { Viewer } from '#web/widgets/viewer.ts'
import { useSessionUser, useUserType } from './store.ts'

/** The signed-in person as screens need them. Only screens behind the guard may ask. */
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
