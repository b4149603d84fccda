import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients.ts'
import { paths } from '#web/paths.ts'
import { SessionDrawing } from '#web/ui/drawings/SessionDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'

/** Whether a client's record has nothing yet that the summary could tell, but for an accepted invitation. */
export function mayBegin({ moves, lastSessionAt, nextSessionAt, openActions }: ClientDetail): boolean {
  return (
    lastSessionAt === null &&
    nextSessionAt === null &&
    openActions === 0 &&
    moves.every(({ kind }) => kind === 'accepted')
  )
}

/** In place of cards that would each say "nothing": what comes, and the step that leads there. */
export function ClientBegin({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  const { id, name, allowedActions } = client
  const canBook = allowedActions.includes('book')
  return (
    <Card>
      <EmptyState
        drawing={<SessionDrawing />}
        text={
          <TwoLines
            title={t(canBook ? 'summary.begin.title' : 'summary.begin.never', { name })}
            hint={t(canBook ? 'summary.begin.hint' : 'summary.begin.neverHint')}
          />
        }
        action={
          canBook && (
            <Button
              component={Link}
              to={paths.sessionNewCoach({ type: 'Client', clientId: id })}
              variant="light"
            >
              {t('summary.begin.book')}
            </Button>
          )
        }
      />
    </Card>
  )
}
