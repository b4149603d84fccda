import { ActionsPanel } from '#web/features/actions/components/ActionsPanel.tsx'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'

/** A client's own actions beside a call. */
export function RoomActions({ clientId }: { clientId: string }) {
  return (
    <Card>
      <ActionsPanel clientId={clientId} viewer={useViewer()} inTab />
    </Card>
  )
}
