import '#web/ui/theme/kit-tabs.ts'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import type { GroupDetail } from '#contract/groups.ts'
import { useViewer } from '#web/store/viewer.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { GroupDrawing } from '#web/ui/drawings/GroupDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TabList } from '#web/ui/layout/tabs/TabList.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { AddMembers } from '#web/features/groups/adding/AddMembers.tsx'
import { GroupHeader } from './GroupHeader.tsx'
import { GroupTransitions } from './GroupTransitions.tsx'
import { GroupSummary } from './GroupSummary.tsx'
import { MemberList } from '#web/features/groups/members/MemberList.tsx'
import classes from './GroupView.module.css'

const AddMembersDialog = lazyDialog(() => import('#web/features/groups/adding/AddMembersDialog.tsx'))

const TABS = ['summary', 'members', 'sessions', 'goals', 'actions', 'resources', 'messages', 'notes'] as const
type Tab = (typeof TABS)[number]

/** What other features know about a group. */
type Panels = {
  sessions: (group: GroupDetail) => ReactNode
  /** What the coach wrote to themselves about it, for the summary. */
  memorandums: (group: GroupDetail) => ReactNode
  goals: (group: GroupDetail) => ReactNode
  actions: (group: GroupDetail) => ReactNode
  notes: (group: GroupDetail) => ReactNode
  resources: (group: GroupDetail) => ReactNode
  messages: (group: GroupDetail) => ReactNode
  /** Where a session is booked; absent if none can be. */
  bookAt: (group: GroupDetail) => string | undefined
}

/** One group: its status, allowed actions, members and sessions (product §7). */
export function GroupView(panels: Panels) {
  const { groupId = '' } = useParams()
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} radius={16} />}>
      {(group) => <Details key={group.id} group={group} {...panels} />}
    </QueryView>
  )
}

function Details({ group, bookAt, ...parts }: { group: GroupDetail } & Panels) {
  const { t } = useTranslation('groups')
  const { timezone } = useViewer()
  const [tab, setTab] = useTab()
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  // Before it runs, a group waits for its members: adding them is what its page is for.
  const booking = group.status === 'running' ? bookAt(group) : undefined
  const panels = {
    summary: () => <GroupSummary group={group} timezone={timezone} memorandums={parts.memorandums(group)} />,
    members: () => <Members group={group} onAdd={add} />,
    sessions: () => <Card>{parts.sessions(group)}</Card>,
    goals: () => parts.goals(group),
    actions: () => parts.actions(group),
    notes: () => <Card>{parts.notes(group)}</Card>,
    resources: () => <Card>{parts.resources(group)}</Card>,
    messages: () => parts.messages(group),
  }
  return (
    <Page
      title={group.name}
      template="record"
      back={<BackLink to={paths.groups()} label={t('title')} />}
      actions={
        <>
          <GroupTransitions group={group} timezone={timezone} />
          <AddMembers group={group} onOpen={add} {...(booking !== undefined && { variant: 'default' })} />
          {booking !== undefined && (
            <Button
              component={Link}
              to={booking}
              leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
            >
              {t('book')}
            </Button>
          )}
        </>
      }
    >
      <GroupHeader group={group} timezone={timezone} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList active={tab} aria-label={t('tabsOf', { name: group.name })}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        {TABS.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            {panels[each]()}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Suspense>{adding && <AddMembersDialog group={group} onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}

type MembersProps = { group: GroupDetail; onAdd: () => void }

function Members({ group, onAdd }: MembersProps) {
  const { t } = useTranslation('groups')
  const { people = [], status, allowedActions } = group
  if (people.length > 0) {
    return (
      <Card title={t('members.title')}>
        <MemberList groupId={group.id} people={people} />
      </Card>
    )
  }
  const nobody = allowedActions.includes('addMember')
    ? 'empty'
    : status === 'draft'
      ? 'emptyDraft'
      : 'emptyClosed'
  return (
    <Card>
      <EmptyState
        drawing={<GroupDrawing />}
        text={t(`members.${nobody}`)}
        action={<AddMembers group={group} onOpen={onAdd} variant="light" />}
      />
    </Card>
  )
}

/** The tab lives in the address, so that a link can lead to it and going back finds it. */
function useTab(): [Tab, (tab: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'summary'
  return [
    tab,
    (next) => setParams(next === null || next === 'summary' ? {} : { tab: next }, { replace: true }),
  ]
}
