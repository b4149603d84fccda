import { useRef } from 'react'
import type { SessionListItem } from '#contract/sessions.ts'
import { sayMoved } from '#web/app/store/say-moved.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { MoveSessionDialog } from '#web/widgets/MoveSessionDialog.tsx'
import type { Span } from '#web/widgets/span-form.ts'

type Props = { session: SessionListItem; to: Span; onAnswer: (stored: boolean) => void }

/** Asks about a session that was dragged; answers whether it has moved. */
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
