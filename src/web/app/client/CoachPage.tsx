import { useViewer } from '#web/store/viewer.ts'
import { CoachScreen } from '#web/features/coach/CoachScreen.tsx'
import { OwnGroups } from '#web/features/groups/list/OwnGroups.tsx'

/** The coach of a client, with the groups they share. */
export function CoachPage() {
  const viewer = useViewer()
  return (
    <CoachScreen
      viewer={viewer}
      groups={viewer.clientId === null ? null : <OwnGroups clientId={viewer.clientId} />}
    />
  )
}
