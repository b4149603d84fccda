import { useViewer } from '#web/app/store/viewer.ts'
import { ActionsPanel } from '#web/features/actions/components/ActionsPanel.tsx'
import { ClientViewScreen } from '#web/features/clients/ClientViewScreen.tsx'
import { SessionsPanel } from '#web/features/sessions/components/SessionsPanel.tsx'

/** One person with what the other features know about them. */
export function ClientPage() {
  const viewer = useViewer()
  return (
    <ClientViewScreen
      sessions={({ id }) => <SessionsPanel clientId={id} viewer={viewer} />}
      actions={({ id, name }) => <ActionsPanel clientId={id} viewer={viewer} name={name} />}
    />
  )
}
