import { useViewer } from '#web/store/viewer.ts'
import { GroupViewScreen } from '#web/features/groups/view/GroupViewScreen.tsx'
import { SessionsPanel } from '#web/features/sessions/list/SessionsPanel.tsx'
import { paths } from '#web/paths.ts'

/** One group with what the other features know about it. */
export function GroupPage() {
  const viewer = useViewer()
  return (
    <GroupViewScreen
      sessions={({ id, status }) => (
        <SessionsPanel
          of={{ type: 'Group', itemId: id }}
          viewer={viewer}
          bookAt={
            status === 'open' || status === 'running'
              ? paths.sessionNewCoach({ type: 'Group', groupId: id })
              : undefined
          }
        />
      )}
    />
  )
}
