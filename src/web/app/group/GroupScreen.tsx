import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { useViewer } from '#web/store/viewer.ts'
import { GoalsPanel } from '#web/features/goals/list/GoalsPanel.tsx'
import { GroupActions } from '#web/features/actions/group/GroupActions.tsx'
import { GroupView } from '#web/features/groups/view/GroupView.tsx'
import { SessionsPanel } from '#web/features/sessions/list/SessionsPanel.tsx'
import { paths } from '#web/paths.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { lazyCard, withTexts } from '#web/widgets/lazy-part.tsx'
import { MemorandumsCard } from '#web/widgets/memorandums/MemorandumsCard.tsx'

// Behind tabs that are not the first: their code comes when they are opened.
const NotesPanel = lazyCard(async () => ({
  default: (await import('#web/features/notes/NotesPanel.tsx')).NotesPanel,
}))
const GroupGivenPanel = lazyCard(async () => ({
  default: (await import('#web/features/resources/given/GroupGivenPanel.tsx')).GroupGivenPanel,
}))
const RoomCard = lazyCard(() => withTexts(['messages'], import('#web/features/messages/RoomCard.tsx')))

/** One group with what the other features know about it. */
export function Component() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const waiting = <ListSkeleton label={t('loading')} rows={3} />
  return (
    <GroupView
      bookAt={bookAt}
      memorandums={({ id }) => <MemorandumsCard of={{ type: 'Group', itemId: id }} />}
      goals={({ id, name }) => <GoalsPanel of={{ type: 'Group', itemId: id }} name={name} inTab />}
      notes={({ id, name }) => (
        <Suspense fallback={waiting}>
          <NotesPanel about={{ type: 'Group', itemId: id }} name={name} inTab />
        </Suspense>
      )}
      resources={({ id, name }) => (
        <Suspense fallback={waiting}>
          <GroupGivenPanel groupId={id} name={name} inTab />
        </Suspense>
      )}
      messages={({ id }) => (
        <Suspense fallback={<Skeleton height={560} radius={16} />}>
          <RoomCard room={{ type: 'Group', itemId: id }} />
        </Suspense>
      )}
      actions={({ id }) => <GroupActions groupId={id} />}
      sessions={(group) => (
        <SessionsPanel of={{ type: 'Group', itemId: group.id }} viewer={viewer} bookAt={bookAt(group)} />
      )}
    />
  )
}

/** Where a session of this group is booked, as long as it can have any. */
const bookAt = ({ id, status }: GroupDetail) =>
  status === 'open' || status === 'running'
    ? paths.sessionNewCoach({ type: 'Group', groupId: id })
    : undefined
