import { useLayoutEffect } from 'react'
import type { InvitationDto } from '#contract/invitations.ts'
import { useStore } from '#web/store/store.ts'
import { accentOf } from '#contract/account/accents.ts'
import { applyAccent } from '#web/ui/accents.ts'

/** Shows the page in the inviting coach's accent; the signed-in account's accent is restored afterwards. */
export function useCoachAccent(colorUI: InvitationDto['coach']['colorUI']): void {
  const own = useStore(({ session }) => session.user?.colorUI ?? session.user?.coach?.colorUI)
  useLayoutEffect(() => {
    applyAccent(document.documentElement, accentOf(colorUI))
    return () => applyAccent(document.documentElement, accentOf(own))
  }, [colorUI, own])
}
