import type { SessionDto } from '#contract/sessions/sessions.ts'
import { AgendaCard } from '#web/features/sessions/view/AgendaCard.tsx'
import { useViewer } from '#web/store/viewer.ts'

/** The agenda of a session beside its call. */
export function RoomAgenda({ session }: { session: SessionDto }) {
  return <AgendaCard session={session} viewer={useViewer()} />
}
