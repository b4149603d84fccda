import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useCanBook } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { clientQuery } from '#web/widgets/client.queries.ts'
import { SessionsPanel } from './components/SessionsPanel.tsx'

/** The sessions of one person; anything but a known person of a known type is not found (product §1 D10). */
export function SessionsOfScreen() {
  const { type, itemId = '' } = useParams()
  const viewer = useViewer()
  // Groups come with their own issue; until then no id of theirs exists.
  if (type !== 'Client') return <NotFound />
  if (viewer.side === 'coach') return <SessionsOfClient clientId={itemId} />
  return itemId === viewer.clientId ? <OwnSessions clientId={itemId} /> : <NotFound />
}

function SessionsOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName, allowedActions }) => (
        <Page
          title={t('list.titleOf', { name })}
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
          actions={
            allowedActions.includes('book') && (
              <BookButton to={paths.sessionNewCoach({ type: 'Client', clientId })} label={t('list.book')} />
            )
          }
        >
          <Card>
            <SessionsPanel clientId={clientId} viewer={viewer} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}

function OwnSessions({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const canBook = useCanBook()
  return (
    <Page
      title={t('list.titleMine')}
      actions={canBook && <BookButton to={paths.sessionNew()} label={t('list.book')} />}
    >
      <Card>
        <SessionsPanel clientId={clientId} viewer={useViewer()} />
      </Card>
    </Page>
  )
}

function BookButton({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}>
      {label}
    </Button>
  )
}
