import '#web/ui/theme/kit-tabs.ts'
import { Button, Tabs } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DayDoneDrawing } from '#web/ui/drawings/DayDoneDrawing.tsx'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { SessionDrawing } from '#web/ui/drawings/SessionDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TabList } from '#web/ui/layout/tabs/TabList.tsx'
import { SteadyWords } from '#web/ui/layout/tabs/SteadyWords.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import {
  SESSION_TABS,
  sessionCountQuery,
  sessionsOfQuery,
  toRateQuery,
  type SessionFilter,
  type SessionTab,
  type SessionsOf,
} from './session-list.queries.ts'
import { SessionActions } from './SessionActions.tsx'
import classes from './SessionsPanel.module.css'

const NOTHING_ASKED: SessionFilter = {}

type Props = {
  of: SessionsOf
  viewer: Viewer
  /** Link to a new session; absent if none can be booked. */
  bookAt?: string | undefined
  /** What is looked for; an empty one shows everything. */
  filter?: SessionFilter
  /** Offered where the filter leaves nothing. */
  clear?: ReactNode
}

/** Sessions by status: a client's, a group's or all of a coach's (product §9, §1 D23). */
export function SessionsPanel({ of, viewer, bookAt, filter = NOTHING_ASKED, clear }: Props) {
  const { t } = useTranslation('sessions')
  const [chosen, setTab] = useState<SessionTab>()
  const { data: waiting } = useQuery(sessionCountQuery(of, 'toClose', filter))
  // Sessions waiting to be closed are opened first, unless a tab was chosen.
  const tab = chosen ?? (viewer.side === 'coach' && waiting ? 'toClose' : 'coming')
  return (
    <Tabs
      value={tab}
      onChange={(next) => setTab(SESSION_TABS.find((each) => each === next))}
      keepMounted={false}
      variant="pills"
    >
      <TabList active={tab} aria-label={t('list.tabsLabel')} className={classes.tabs}>
        {SESSION_TABS.map((each) => (
          <Tabs.Tab key={each} value={each} classNames={{ tab: classes.tab, tabLabel: classes.label }}>
            <SteadyWords
              text={t(each === 'toClose' && viewer.side === 'client' ? 'list.ended' : `list.tabs.${each}`)}
            />
            <Count of={of} tab={each} filter={filter} />
          </Tabs.Tab>
        ))}
      </TabList>
      {SESSION_TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.panel}>
          <SessionList {...{ of, viewer, bookAt, filter, clear }} tab={each} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

type CountProps = { of: SessionsOf; tab: SessionTab; filter: SessionFilter }

function Count({ of, tab, filter }: CountProps) {
  const { data: count = 0 } = useQuery(sessionCountQuery(of, tab, filter))
  return count > 0 && <span className={classes.count}>{count}</span>
}

function SessionList({
  of,
  tab,
  viewer,
  bookAt,
  filter = NOTHING_ASKED,
  clear,
}: Props & { tab: SessionTab }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useInfiniteQuery(sessionsOfQuery(of, tab, filter))
  const unrated = useUnrated(viewer, tab)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={3} avatars={false} />}>
      {({ pages }) => (
        <>
          {pages[0]?.total === 0 &&
            (isNarrowed ? (
              <NothingFound clear={clear} />
            ) : (
              <Nothing tab={tab} side={viewer.side} bookAt={bookAt} />
            ))}
          {pages
            .flatMap(({ data }) => data)
            .map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                actions={<SessionActions session={session} isUnrated={unrated.has(session.id)} />}
              />
            ))}
          <MoreButton query={query} label={t('list.more')} />
        </>
      )}
    </QueryView>
  )
}

/** The sessions that wait for their client to rate them, as far as a tab can have any. */
function useUnrated({ clientId }: Viewer, tab: SessionTab): ReadonlySet<string> {
  const { data } = useQuery({
    ...toRateQuery(clientId ?? ''),
    enabled: clientId !== null && (tab === 'past' || tab === 'toClose'),
  })
  return new Set(data?.data.map(({ id }) => id))
}

function NothingFound({ clear }: { clear: ReactNode }) {
  const { t } = useTranslation('sessions')
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      text={<TwoLines title={t('all.noneFound')} hint={t('all.noneFoundHint')} />}
      action={clear}
    />
  )
}

type NothingProps = { tab: SessionTab; side: Viewer['side']; bookAt: string | undefined }

/** The empty state of a tab, with a link to the first session where one can be booked. */
function Nothing({ tab, side, bookAt }: NothingProps) {
  const { t } = useTranslation('sessions')
  // A client closes nothing.
  const title = tab === 'toClose' && side === 'client' ? 'toClose.titleClient' : (`${tab}.title` as const)
  return (
    <EmptyState
      drawing={tab === 'toClose' ? <DayDoneDrawing /> : <SessionDrawing />}
      text={<TwoLines title={t(`list.empty.${title}`)} hint={t(`list.empty.${tab}.${side}`)} />}
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
