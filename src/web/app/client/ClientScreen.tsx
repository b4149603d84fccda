import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { ActionsPanel } from '#web/features/actions/components/ActionsPanel.tsx'
import { OpenActions } from '#web/features/actions/components/OpenActions.tsx'
import { ClientView } from '#web/features/clients/view/ClientView.tsx'
import { GoalsPanel } from '#web/features/goals/list/GoalsPanel.tsx'
import { ClientLastAgreements } from '#web/features/sessions/list/ClientLastAgreements.tsx'
import { ClientNextSession } from '#web/features/sessions/list/ClientNextSession.tsx'
import { SessionsPanel } from '#web/features/sessions/list/SessionsPanel.tsx'
import { paths } from '#web/paths.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { MemorandumsCard } from '#web/widgets/memorandums/MemorandumsCard.tsx'

// Behind tabs that are not the first: their code comes when they are opened.
const NotesPanel = lazyCard(async () => ({
  default: (await import('#web/features/notes/NotesPanel.tsx')).NotesPanel,
}))
const GivenPanel = lazyCard(async () => ({
  default: (await import('#web/features/resources/given/GivenPanel.tsx')).GivenPanel,
}))

/** One person with what the other features know about them. */
export function Component() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const waiting = <ListSkeleton label={t('loading')} rows={3} />
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
      notes={({ id, name }) => (
        <Suspense fallback={waiting}>
          <NotesPanel about={{ type: 'Client', itemId: id }} name={name} inTab />
        </Suspense>
      )}
      resources={({ id, name }) => (
        <Suspense fallback={waiting}>
          <GivenPanel clientId={id} name={name} inTab />
        </Suspense>
      )}
      summary={({ id }) => ({
        nextSession: <ClientNextSession clientId={id} />,
        lastAgreements: <ClientLastAgreements clientId={id} viewer={viewer} />,
        openActions: <OpenActions clientId={id} />,
        memorandums: <MemorandumsCard of={{ type: 'Client', itemId: id }} />,
      })}
    />
  )
}
