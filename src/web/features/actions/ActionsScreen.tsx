import { useViewer } from '#web/store/viewer.ts'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { OwnActions } from './OwnActions.tsx'
import { PracticeActions } from './practice/PracticeActions.tsx'

/** A coach's actions of all clients, a client's own ones (product §12). */
export function Component() {
  const viewer = useViewer()
  if (viewer.side === 'coach') return <PracticeActions />
  return viewer.clientId === null ? <NotFound /> : <OwnActions clientId={viewer.clientId} viewer={viewer} />
}
