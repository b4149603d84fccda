import '#web/ui/theme/kit-tabs.ts'
import { Button, Tabs } from '@mantine/core'
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { beginAction } from '#web/store/new-action.ts'
import { useViewer } from '#web/store/viewer.ts'
import { CLIENT_TABS, type ClientTab, paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TabList } from '#web/ui/layout/tabs/TabList.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useIdle } from '#web/widgets/use-idle.ts'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import classes from './ClientView.module.css'
import { clientParts } from '../client-parts.ts'
import { ClientBanner } from './ClientBanner.tsx'
import { ClientData } from './ClientData.tsx'
import { ClientHeader } from './ClientHeader.tsx'
import { ClientMenu } from '#web/features/clients/lifecycle/ClientMenu.tsx'
import { ClientSummary, type SummaryParts } from './ClientSummary.tsx'

type Props = {
  /** What other features show about this person; the app puts them in. */
  sessions: (client: ClientDetail) => ReactNode
  goals: (client: ClientDetail) => ReactNode
  actions: (client: ClientDetail) => ReactNode
  notes: (client: ClientDetail) => ReactNode
  resources: (client: ClientDetail) => ReactNode
  summary: (client: ClientDetail) => SummaryParts
}

/** One person: who and where they are, what comes next, and all that belongs to them (product §6). */
export function ClientView(parts: Props) {
  const { idClient = '' } = useParams()
  const query = useQuery(clientQuery(idClient))
  useIdle(clientParts.prefetch)
  if (isMissing(query)) return <NotFound />
  return <QueryView query={query}>{(client) => <Details client={client} {...parts} />}</QueryView>
}

function Details({
  client,
  sessions,
  goals,
  actions,
  notes,
  resources,
  summary,
}: Props & { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const viewer = useViewer()
  const [tab, setTab] = useTab()
  const { timezone } = viewer
  const panels: Record<ClientTab, () => ReactNode> = {
    summary: () => <ClientSummary client={client} timezone={timezone} parts={summary(client)} />,
    sessions: () => <Card>{sessions(client)}</Card>,
    goals: () => goals(client),
    actions: () => <Card>{actions(client)}</Card>,
    notes: () => <Card>{notes(client)}</Card>,
    resources: () => <Card>{resources(client)}</Card>,
    data: () => <ClientData client={client} timezone={timezone} />,
  }
  return (
    <Page
      title={client.fullName}
      template="record"
      back={<BackLink to={paths.clients()} label={t('title')} />}
      actions={<QuickActions client={client} />}
    >
      <ClientBanner client={client} timezone={timezone} />
      <ClientHeader client={client} viewer={viewer} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList active={tab} aria-label={t('tabsOf', { name: client.name })}>
          {CLIENT_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {CLIENT_TABS.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            {panels[each]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

/** The open tab is in the URL, except the first one. */
function useTab(): [tab: ClientTab, setTab: (tab: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const tab = CLIENT_TABS.find((each) => each === params.get('tab')) ?? CLIENT_TABS[0]
  return [
    tab,
    (next) => setParams(next === null || next === CLIENT_TABS[0] ? {} : { tab: next }, { replace: true }),
  ]
}

function QuickActions({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  return (
    <>
      <ClientMenu client={client} />
      <Button
        component={Link}
        variant="default"
        to={paths.notesOf({ type: 'Client', itemId: client.id, open: 'new' })}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        {t('addNote')}
      </Button>
      {client.allowedActions.includes('addAction') && (
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => beginAction(client.id)}
        >
          {t('addAction')}
        </Button>
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
