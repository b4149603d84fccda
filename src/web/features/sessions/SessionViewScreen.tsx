import { Button, Group, Skeleton } from '@mantine/core'
import { IconClipboardCheck, IconMailQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { BackLink } from '#web/widgets/BackLink.tsx'
import { JoinButton } from '#web/widgets/JoinButton.tsx'
import { isMissing, NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { sessionQuery } from '#web/widgets/session.queries.ts'
import { CancelSession } from './components/CancelSession.tsx'
import { Preparation } from './components/Preparation.tsx'
import { SessionFacts } from './components/SessionFacts.tsx'
import { SessionStanding } from './components/SessionStanding.tsx'
import { SharedRecord } from './components/SharedRecord.tsx'

/** A session for both sides: its state, when and where, and what came of it. */
export function SessionViewScreen() {
  const { sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={280} radius={16} />}>
      {(session) => <SessionView key={session.id} session={session} />}
    </QueryView>
  )
}

function SessionView({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const listOf = viewer.clientId ?? session.clientId
  return (
    <Page
      title={session.title}
      width="narrow"
      actions={<JoinButton session={session} />}
      back={
        listOf !== null && (
          <BackLink
            to={paths.sessionsOf({ type: 'Client', itemId: listOf })}
            label={
              viewer.side === 'client'
                ? t('list.titleMine')
                : t('list.titleOf', { name: session.client?.name ?? '' })
            }
          />
        )
      }
    >
      <Card>
        <SessionStanding session={session} viewer={viewer} />
        <SessionFacts session={session} viewer={viewer} />
        <NextSteps session={session} />
      </Card>
      <Preparation session={session} />
      <SharedRecord session={session} viewer={viewer} />
    </Page>
  )
}

/** What the viewer may do with it now: exactly what the server says. */
function NextSteps({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const can = (action: SessionDto['allowedActions'][number]) => session.allowedActions.includes(action)
  const hasRecord = viewer.side === 'coach' && session.closing !== null
  if (!can('confirm') && !can('close') && !can('cancel') && !hasRecord) return null
  return (
    <Group mt="lg" gap="xs">
      {can('confirm') && (
        <Button
          component={Link}
          to={paths.sessionConfirm({ sessionId: session.id })}
          leftSection={<IconMailQuestion size={18} aria-hidden="true" />}
        >
          {t('view.confirm')}
        </Button>
      )}
      {(can('close') || hasRecord) && (
        <Button
          component={Link}
          to={paths.sessionFinished({ sessionId: session.id })}
          variant={hasRecord || session.phase === 'inProgress' ? 'default' : 'filled'}
          leftSection={<IconClipboardCheck size={18} aria-hidden="true" />}
        >
          {t(hasRecord ? 'view.record' : 'view.close')}
        </Button>
      )}
      <CancelSession session={session} viewer={viewer} />
    </Group>
  )
}
