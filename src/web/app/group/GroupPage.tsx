import { useViewer } from '#web/app/store/viewer.ts'
import { GroupViewScreen } from '#web/features/groups/GroupViewScreen.tsx'
import { SessionsPanel } from '#web/features/sessions/components/SessionsPanel.tsx'
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
