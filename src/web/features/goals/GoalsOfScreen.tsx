import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { type GoalOwner, goalsQuery } from '#web/widgets/queries/goal.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { Component as OwnGoals } from './GoalsScreen.tsx'
import { GoalsPanel } from './list/GoalsPanel.tsx'
import { NewGoalButton } from './list/NewGoalButton.tsx'

/** The goals of one client or group; an unknown one, or another type, is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  const { side, clientId } = useViewer()
  if (type === 'Group') return <GoalsOfGroup groupId={itemId} />
  if (type !== 'Client') return <NotFound />
  if (side === 'coach') return <GoalsOfClient clientId={itemId} />
  return itemId === clientId ? <OwnGoals /> : <NotFound />
}

function GoalsOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('goals')
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName }) => (
        <GoalsOf
          of={{ type: 'Client', itemId: clientId }}
          name={name}
          title={t('titleOf', { name })}
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
        />
      )}
    </QueryView>
  )
}

function GoalsOfGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation('goals')
  const { side } = useViewer()
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name }) => (
        <GoalsOf
          of={{ type: 'Group', itemId: groupId }}
          name={name}
          // The header of a phone has room for the one or the other; a coach has the name in the way back.
          title={t('titleOfGroup')}
          subtitle={side === 'client' ? name : undefined}
          back={
            side === 'coach' ? (
              <BackLink to={paths.groupView({ groupId })} label={name} />
            ) : (
              <BackLink to={paths.goals()} label={t('title')} />
            )
          }
        />
      )}
    </QueryView>
  )
}

type Props = {
  of: GoalOwner
  name: string
  title: string
  subtitle?: string | undefined
  back: ReactNode
}

function GoalsOf({ of, name, title, subtitle, back }: Props) {
  const { data } = useInfiniteQuery(goalsQuery(of, 'open'))
  return (
    <Page
      title={title}
      subtitle={subtitle}
      back={back}
      actions={data?.pages[0]?.canAdd && <NewGoalButton of={of} />}
    >
      <GoalsPanel of={of} name={name} />
    </Page>
  )
}
