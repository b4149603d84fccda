import type { SessionListItem } from '#contract/sessions.ts'
import { sayMoved } from '#web/app/store/say-moved.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { MoveSessionDialog } from '#web/widgets/MoveSessionDialog.tsx'
import type { Span } from '#web/widgets/span-form.ts'

type Props = { session: SessionListItem; to: Span; revert: () => void; onClose: () => void }

/** Asks about a session that was dragged. It goes back where it was; a move that is made brings it anew. */
export function MovedSession({ session, to, revert, onClose }: Props) {
  const viewer = useViewer()
  return (
    <MoveSessionDialog
      session={session}
      viewer={viewer}
      to={to}
      onMoved={sayMoved}
      onClose={() => {
        revert()
        onClose()
      }}
    />
  )
}
