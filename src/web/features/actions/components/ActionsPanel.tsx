import { IconConfetti } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions/actions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { setAlert } from '#web/store/alert.ts'
import { ActionsDrawing } from '#web/ui/drawings/ActionsDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { CardHead } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { actionsQuery } from '#web/widgets/queries/action.queries.ts'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { ACTION_GROUPS, groupActions } from '../action-groups.ts'
import { NewActionButton } from '../add/NewActionButton.tsx'
import { OpenedAction } from '../view/OpenedAction.tsx'
import { ActionGroupList } from './ActionGroupList.tsx'
import classes from './ActionsPanel.module.css'

type Props = {
  clientId: string
  viewer: Viewer
  /** The client they belong to, for a coach. */
  name?: string
  /** In a tab, where no header above has the title, and no bar the button for a new one. */
  inTab?: boolean
}

/** A client's actions grouped by due date, each with its checkbox. */
export function ActionsPanel({ clientId, viewer, name, inTab = false }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const open = useInfiniteQuery(actionsQuery(clientId, 'open'))
  const closed = useInfiniteQuery(actionsQuery(clientId, 'closed'))
  const skeleton = <ListSkeleton label={t('common:loading')} avatars={false} />
  // Both lists or neither: without the finished ones, "nothing yet" and "all done" look the same.
  return (
    <QueryView query={open} skeleton={skeleton}>
      {(unfinished) => (
        <QueryView query={closed} skeleton={skeleton}>
          {(finished) => (
            <>
              <Actions
                viewer={viewer}
                empty={
                  <NoActions clientId={clientId} name={name} canAdd={unfinished.pages[0]?.canAdd === true} />
                }
                head={
                  inTab && (
                    <CardHead
                      title={t('title')}
                      aside={unfinished.pages[0]?.canAdd && <NewActionButton clientId={clientId} light />}
                    />
                  )
                }
                actions={unique([...unfinished.pages, ...finished.pages].flatMap(({ data }) => data))}
              />
              <MoreButton query={open} label={t('more')} />
              <MoreButton query={closed} label={t('more')} />
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

type ActionsProps = {
  actions: readonly ActionDto[]
  viewer: Viewer
  empty: ReactNode
  /** Above the list; an empty one has its own button. */
  head: ReactNode
}

function Actions({ actions, viewer, empty, head }: ActionsProps) {
  const { t } = useTranslation('actions')
  const today = dateOf(useNow(), viewer.timezone)
  const toggle = useActionToggle(setAlert)
  const opened = <OpenedAction actions={actions} today={today} />
  if (actions.length === 0)
    return (
      <>
        {empty}
        {opened}
      </>
    )
  const groups = groupActions(actions, today)
  return (
    <div className={classes.groups}>
      {head && <div className={classes.head}>{head}</div>}
      {groups.done.length + groups.dropped.length === actions.length && (
        <p className={classes.allDone}>
          <IconConfetti size={20} aria-hidden="true" />
          {t(viewer.side === 'client' ? 'allDone' : 'noneOpen')}
        </p>
      )}
      {ACTION_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
        <ActionGroupList key={group} group={group} actions={groups[group]} today={today} onToggle={toggle} />
      ))}
      {opened}
    </div>
  )
}

/** An action that was just ticked may be in both lists until they are refetched. */
function unique(actions: ActionDto[]): ActionDto[] {
  return [...new Map(actions.map((action) => [action.id, action])).values()]
}

type NoActionsProps = { clientId: string; name: string | undefined; canAdd: boolean }

/** Says where actions come from, as long as some may come. */
function NoActions({ clientId, name, canAdd }: NoActionsProps) {
  const { t } = useTranslation('actions')
  const title = name === undefined ? t('empty') : t('emptyOf', { name })
  return (
    <EmptyState
      drawing={<ActionsDrawing />}
      text={
        canAdd ? <TwoLines title={title} hint={t(name === undefined ? 'emptyHint' : 'emptyOfHint')} /> : title
      }
      action={canAdd && <NewActionButton clientId={clientId} light />}
    />
  )
}
