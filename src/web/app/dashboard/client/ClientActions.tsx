import { Anchor, Group } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboard.ts'
import { dateOf } from '#time/calendar-date.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { NewActionButton } from '#web/features/actions/add/NewActionButton.tsx'
import { paths } from '#web/paths.ts'
import { CompassLine } from '#web/ui/feedback/CompassLine.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ActionCheck } from '#web/widgets/actions/ActionCheck.tsx'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './ClientActions.module.css'

type Props = Pick<ClientDashboard, 'actions' | 'openActions' | 'doneActions' | 'canAddAction'>

/** How many the dashboard shows; the rest is on the actions screen. */
const FEW = 5

/** The client's next actions, to tick in place, and the way to another one. */
export default function ClientActions({ actions, openActions, doneActions, canAddAction }: Props) {
  const { t } = useTranslation('dashboard')
  const viewer = useViewer()
  const today = dateOf(useNow(), viewer.timezone)
  const toggle = useActionToggle(setAlert)
  const total = openActions + doneActions
  const progress = t('client.progress', { done: doneActions, total })
  return (
    <Card
      title={t('client.actions')}
      aside={
        <Group gap="8px 16px">
          {total > 0 && (
            <Anchor component={Link} to={paths.actions()} size="sm" className="lone-link">
              {t('client.seeActions')}
            </Anchor>
          )}
          {canAddAction && viewer.clientId !== null && <NewActionButton clientId={viewer.clientId} light />}
        </Group>
      }
    >
      {total > 0 && (
        <div className={classes.progress}>
          <CompassLine label={t('client.actions')} done={doneActions} total={total} text={progress} />
          <span aria-hidden="true">{progress}</span>
        </div>
      )}
      {actions.length === 0 && (
        <EmptyState
          slim
          icon={<IconListCheck />}
          text={t(total > 0 ? 'client.actionsEmpty' : 'client.actionsNone')}
        />
      )}
      {actions.slice(0, FEW).map((action) => (
        <ActionCheck key={action.id} action={action} today={today} onToggle={toggle} />
      ))}
    </Card>
  )
}
