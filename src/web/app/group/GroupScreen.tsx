import { useViewer } from '#web/store/viewer.ts'
import { GroupView } from '#web/features/groups/view/GroupView.tsx'
import { SessionsPanel } from '#web/features/sessions/list/SessionsPanel.tsx'
import { paths } from '#web/paths.ts'

/** One group with what the other features know about it. */
export function Component() {
  const viewer = useViewer()
  return (
    <GroupView
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
