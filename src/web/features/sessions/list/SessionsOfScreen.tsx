import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { SharedNotes } from '#web/widgets/notes/SharedNotes.tsx'
import { NotedSession } from '#web/widgets/session/noted/NotedSession.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import type { SessionsOf } from './session-list.queries.ts'
import { useBookable } from '#web/features/sessions/book/use-bookable.ts'

/** The sessions of one client or group; an unknown one or an unknown type is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  const viewer = useViewer()
  if (type === 'Group') return <SessionsOfGroup groupId={itemId} />
  if (type !== 'Client') return <NotFound />
  if (viewer.side === 'coach') return <SessionsOfClient clientId={itemId} />
  return itemId === viewer.clientId ? <OwnSessions clientId={itemId} /> : <NotFound />
}

function SessionsOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName, allowedActions }) => (
        <Sessions
          of={{ type: 'Client', itemId: clientId }}
          title={t('list.titleOf', { name })}
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
          bookAt={
            allowedActions.includes('book') ? paths.sessionNewCoach({ type: 'Client', clientId }) : undefined
          }
        />
      )}
    </QueryView>
  )
}

function SessionsOfGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation('sessions')
  const { side } = useViewer()
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, status }) => {
        const takesSessions = status === 'open' || status === 'running'
        return (
          <Sessions
            of={{ type: 'Group', itemId: groupId }}
            title={t('list.titleGroup', { name })}
            back={side === 'coach' && <BackLink to={paths.groupView({ groupId })} label={name} />}
            bookAt={
              side === 'coach' && takesSessions
                ? paths.sessionNewCoach({ type: 'Group', groupId })
                : undefined
            }
          />
        )
      }}
    </QueryView>
  )
}

function OwnSessions({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const { canBook } = useBookable()
  return (
    <Sessions
      of={{ type: 'Client', itemId: clientId }}
      title={t('list.titleMine')}
      bookAt={canBook ? paths.sessionNew() : undefined}
      below={<SharedNotes of={{ type: 'Client', itemId: clientId }} />}
    />
  )
}

type Props = {
  of: SessionsOf
  title: string
  back?: ReactNode
  bookAt: string | undefined
  below?: ReactNode
}

function Sessions({ of, title, back, bookAt, below }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <Page
      title={title}
      back={back}
      actions={
        bookAt !== undefined && (
          <Button
            component={Link}
            to={bookAt}
            leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          >
            {t('list.book')}
          </Button>
        )
      }
    >
      <NotedSession />
      <Card>
        <SessionsPanel of={of} viewer={useViewer()} bookAt={bookAt} />
      </Card>
      {below}
    </Page>
  )
}
