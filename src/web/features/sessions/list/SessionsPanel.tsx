import '@mantine/core/styles/Tabs.css'
import { Button, Tabs } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import {
  SESSION_TABS,
  sessionCountQuery,
  sessionsOfQuery,
  type SessionTab,
  type SessionsOf,
} from './session-list.queries.ts'
import { SessionActions } from './SessionActions.tsx'
import classes from './SessionsPanel.module.css'

type Props = {
  of: SessionsOf
  viewer: Viewer
  /** Link to a new session; absent if none can be booked. */
  bookAt?: string | undefined
}

/** The sessions of a client or a group by status (product §9). */
export function SessionsPanel({ of, viewer, bookAt }: Props) {
  const { t } = useTranslation('sessions')
  const [chosen, setTab] = useState<SessionTab>()
  const { data: waiting } = useQuery(sessionCountQuery(of, 'toClose'))
  // Sessions waiting to be closed are opened first, unless a tab was chosen.
  const tab = chosen ?? (viewer.side === 'coach' && waiting ? 'toClose' : 'coming')
  return (
    <Tabs
      value={tab}
      onChange={(next) => setTab(SESSION_TABS.find((each) => each === next))}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('list.tabsLabel')} className={classes.tabs}>
        {SESSION_TABS.map((each) => (
          <Tabs.Tab key={each} value={each} rightSection={<Count of={of} tab={each} />}>
            {t(`list.tabs.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SESSION_TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.panel}>
          <SessionList {...{ of, viewer, bookAt }} tab={each} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Count({ of, tab }: { of: SessionsOf; tab: SessionTab }) {
  const { data: count = 0 } = useQuery(sessionCountQuery(of, tab))
  return count > 0 && <span className={classes.count}>{count}</span>
}

function SessionList({ of, tab, viewer, bookAt }: Props & { tab: SessionTab }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useInfiniteQuery(sessionsOfQuery(of, tab))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={3} avatars={false} />}>
      {({ pages }) => (
        <>
          {pages[0]?.total === 0 && <Nothing tab={tab} side={viewer.side} bookAt={bookAt} />}
          {pages
            .flatMap(({ data }) => data)
            .map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                actions={<SessionActions session={session} />}
              />
            ))}
          <MoreButton query={query} label={t('list.more')} />
        </>
      )}
    </QueryView>
  )
}

type NothingProps = { tab: SessionTab; side: Viewer['side']; bookAt: string | undefined }

/** The empty state of a tab, with a link to the first session where one can be booked. */
function Nothing({ tab, side, bookAt }: NothingProps) {
  const { t } = useTranslation('sessions')
  return (
    <EmptyState
      icon={<IconCalendarEvent />}
      text={<TwoLines title={t(`list.empty.${tab}.title`)} hint={t(`list.empty.${tab}.${side}`)} />}
      action={
        tab === 'coming' &&
        bookAt !== undefined && (
          <Button component={Link} to={bookAt} variant="light">
            {t('list.bookFirst')}
          </Button>
        )
      }
    />
  )
}
