import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/ListSkeleton.tsx'
import { MoreButton } from '#web/widgets/MoreButton.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { SessionCard } from '#web/widgets/SessionCard.tsx'
import type { Viewer } from '#web/widgets/viewer.ts'
import { SESSION_TABS, sessionsByTab, type SessionTab } from '../session-tabs.ts'
import { sessionsOfClientQuery } from '../sessions.queries.ts'
import { SessionActions } from './SessionActions.tsx'
import classes from './SessionsPanel.module.css'

/** The sessions with one person by what became of them (product §9). */
export function SessionsPanel({ clientId, viewer }: { clientId: string; viewer: Viewer }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useInfiniteQuery(sessionsOfClientQuery(clientId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} />}>
      {({ pages }) => (
        <>
          <SessionTabs sessions={pages.flatMap(({ data }) => data)} viewer={viewer} />
          <MoreButton query={query} label={t('list.more')} />
        </>
      )}
    </QueryView>
  )
}

function SessionTabs({ sessions, viewer }: { sessions: readonly SessionListItem[]; viewer: Viewer }) {
  const { t } = useTranslation('sessions')
  const byTab = sessionsByTab(sessions)
  const [tab, setTab] = useState<SessionTab>(() => (byTab.toClose.length > 0 ? 'toClose' : 'upcoming'))
  return (
    <Tabs value={tab} onChange={(next) => setTab(next as SessionTab)} keepMounted={false}>
      <Tabs.List aria-label={t('list.tabsLabel')} className={classes.tabs}>
        {SESSION_TABS.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            rightSection={
              byTab[each].length > 0 && <span className={classes.count}>{byTab[each].length}</span>
            }
          >
            {t(`list.tabs.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SESSION_TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.panel}>
          {byTab[each].length === 0 && (
            <EmptyState icon={<IconCalendarEvent />} text={t(`list.empty.${each}`)} />
          )}
          {byTab[each].map((session) => (
            <SessionCard
              key={session.id}
              session={session}
              viewer={viewer}
              actions={<SessionActions session={session} />}
            />
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
