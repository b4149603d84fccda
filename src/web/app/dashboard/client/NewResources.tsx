import { Anchor } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboard.ts'
import { GivenRow } from '#web/features/resources/given/GivenRow.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './NewResources.module.css'

type Props = Pick<ClientDashboard, 'resources' | 'newResources'>

/** What the client was given and has not opened yet (product §19). */
export default function NewResources({ resources, newResources }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <Card
      title={t('client.resources')}
      aside={
        newResources > resources.length && (
          <Anchor component={Link} to={paths.resources()} size="sm" className="lone-link">
            {t('client.seeResources', { count: newResources })}
          </Anchor>
        )
      }
    >
      {resources.length === 0 && <EmptyState slim icon={<IconBooks />} text={t('client.resourcesNone')} />}
      <ul className={classes.list}>
        {resources.map((resource) => (
          <li key={resource.id}>
            <GivenRow resource={resource} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
