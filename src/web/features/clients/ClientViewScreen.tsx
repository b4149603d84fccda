import '@mantine/core/styles/Tabs.css'
import { Button, Tabs } from '@mantine/core'
import { IconCalendarPlus, IconShare3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { clientQuery } from '#web/widgets/client.queries.ts'
import classes from './ClientViewScreen.module.css'
import { ClientData } from './components/ClientData.tsx'
import { ClientWords } from './components/ClientWords.tsx'
import { ClientHeader } from './components/ClientHeader.tsx'
import { ShareInvitation } from './components/ShareInvitation.tsx'
import { useInvite } from './use-invite.ts'

const TABS = ['sessions', 'actions', 'data'] as const

type Props = {
  /** What other features show about this person; the app puts them in. */
  sessions: (client: ClientDetail) => ReactNode
  actions: (client: ClientDetail) => ReactNode
}

/** One person: who and where they are, what comes next, and all that belongs to them. */
export function ClientViewScreen({ sessions, actions }: Props) {
  const { idClient = '' } = useParams()
  const query = useQuery(clientQuery(idClient))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {(client) => <ClientView client={client} sessions={sessions} actions={actions} />}
    </QueryView>
  )
}

function ClientView({ client, sessions, actions }: Props & { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const viewer = useViewer()
  const panels = {
    sessions: () => <Card>{sessions(client)}</Card>,
    actions: () => <Card>{actions(client)}</Card>,
    data: () => <ClientData client={client} timezone={viewer.timezone} />,
  }
  return (
    <Page
      title={client.fullName}
      back={<BackLink to={paths.clients()} label={t('title')} />}
      actions={<HeaderActions client={client} />}
    >
      <ClientHeader client={client} viewer={viewer} />
      <ClientWords client={client} />
      <Tabs defaultValue="sessions" keepMounted={false}>
        <Tabs.List aria-label={t('tabsOf', { name: client.name })} className={classes.tabs}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className={classes.panel}>
            {panels[tab]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

function HeaderActions({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(['clients', 'common'])
  const invite = useInvite(client)
  const [sharing, setSharing] = useState(false)
  return (
    <>
      {client.allowedActions.includes('share') && (
        <Button
          variant="default"
          leftSection={<IconShare3 size={18} aria-hidden="true" />}
          onClick={() => setSharing(true)}
        >
          {t('share.open')}
        </Button>
      )}
      {sharing && <ShareInvitation client={client} onClose={() => setSharing(false)} />}
      {invite && (
        <LoadingButton
          variant="default"
          loading={invite.running}
          loadingLabel={t('common:loading')}
          onClick={invite.run}
        >
          {invite.label}
        </LoadingButton>
      )}
      {client.allowedActions.includes('book') && (
        <Button
          component={Link}
          to={paths.sessionNewCoach({ type: 'Client', clientId: client.id })}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        >
          {t('book')}
        </Button>
      )}
    </>
  )
}
