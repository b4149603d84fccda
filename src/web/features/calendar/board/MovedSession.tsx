import { useRef } from 'react'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { sayMoved } from '#web/widgets/session/say-moved.ts'
import { useViewer } from '#web/store/viewer.ts'
import { MoveSessionDialog } from '#web/widgets/session/MoveSessionDialog.tsx'
import type { Span } from '#web/widgets/forms/span-form.ts'

type Props = { session: SessionListItem; to: Span; onAnswer: (stored: boolean) => void }

/** Confirms a session that was dragged; reports whether it has moved. */
export function MovedSession({ session, to, onAnswer }: Props) {
  const viewer = useViewer()
  const stored = useRef(false)
  return (
    <MoveSessionDialog
      session={session}
      viewer={viewer}
      to={to}
      onMoved={() => {
        stored.current = true
        sayMoved()
      }}
      onClose={() => onAnswer(stored.current)}
    />
  )
}
