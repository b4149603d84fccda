import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ClosedDrawing } from '#web/ui/drawings/ClosedDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { EditSession } from './EditSession.tsx'
import { useEditForm } from './use-editing.ts'

/** The coach edits a session, alone or with its series (product §9). */
export function Component() {
  const { t } = useTranslation('booking')
  const { type, sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  const { data: session } = query
  if (isMissing(query) || (session && session.type !== type)) return <NotFound />
  const name = session?.client?.name ?? session?.group?.name ?? ''
  // Most titles name whom it is with, and the link above is the title.
  const isNamed = session?.title.includes(name) ?? true
  return (
    <Page
      title={t('edit.title')}
      subtitle={isNamed ? undefined : session?.client ? t('edit.with', { name }) : name}
      back={session && <BackLink to={paths.sessionView({ sessionId })} label={session.title} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(found) => <Editing key={found.id} session={found} />}
      </QueryView>
    </Page>
  )
}

function Editing({ session }: { session: SessionDto }) {
  const { t } = useTranslation(['booking', 'sessions'])
  const form = useEditForm(session)
  if (!session.allowedActions.includes('edit')) {
    return (
      <Card>
        <EmptyState
          drawing={<ClosedDrawing />}
          text={t('edit.closed')}
          action={
            <Button component={Link} to={paths.sessionView({ sessionId: session.id })} variant="light">
              {t('sessions:confirm.seeSession')}
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <FormProvider {...form}>
      <EditSession session={session} />
    </FormProvider>
  )
}
