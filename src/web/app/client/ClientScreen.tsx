import { useViewer } from '#web/store/viewer.ts'
import { ActionsPanel } from '#web/features/actions/components/ActionsPanel.tsx'
import { OpenActions } from '#web/features/actions/components/OpenActions.tsx'
import { NotesPanel } from '#web/features/notes/NotesPanel.tsx'
import { ClientView } from '#web/features/clients/view/ClientView.tsx'
import { GoalsPanel } from '#web/features/goals/list/GoalsPanel.tsx'
import { GivenPanel } from '#web/features/resources/given/GivenPanel.tsx'
import { ClientLastAgreements } from '#web/features/sessions/list/ClientLastAgreements.tsx'
import { ClientNextSession } from '#web/features/sessions/list/ClientNextSession.tsx'
import { SessionsPanel } from '#web/features/sessions/list/SessionsPanel.tsx'
import { paths } from '#web/paths.ts'
import { MemorandumsCard } from '#web/widgets/memorandums/MemorandumsCard.tsx'

/** One person with what the other features know about them. */
export function Component() {
  const viewer = useViewer()
  return (
    <ClientView
      sessions={({ id, allowedActions }) => (
        <SessionsPanel
          of={{ type: 'Client', itemId: id }}
          viewer={viewer}
          bookAt={
            allowedActions.includes('book')
              ? paths.sessionNewCoach({ type: 'Client', clientId: id })
              : undefined
          }
        />
      )}
      goals={({ id, name }) => <GoalsPanel of={{ type: 'Client', itemId: id }} name={name} inTab />}
      actions={({ id, name }) => <ActionsPanel clientId={id} viewer={viewer} name={name} inTab />}
      notes={({ id, name }) => <NotesPanel about={{ type: 'Client', itemId: id }} name={name} inTab />}
      resources={({ id, name }) => <GivenPanel clientId={id} name={name} inTab />}
      summary={({ id }) => ({
        nextSession: <ClientNextSession clientId={id} />,
        lastAgreements: <ClientLastAgreements clientId={id} viewer={viewer} />,
        openActions: <OpenActions clientId={id} />,
        memorandums: <MemorandumsCard of={{ type: 'Client', itemId: id }} />,
      })}
    />
  )
}
