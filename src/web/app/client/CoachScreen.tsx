import { useViewer } from '#web/store/viewer.ts'
import { CoachView } from '#web/features/coach/CoachView.tsx'
import { OwnGroups } from '#web/features/groups/list/OwnGroups.tsx'

/** The coach of a client, with the groups they share. */
export function Component() {
  const viewer = useViewer()
  return (
    <CoachView
      viewer={viewer}
      groups={viewer.clientId === null ? null : <OwnGroups clientId={viewer.clientId} />}
    />
  )
}
