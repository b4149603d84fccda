import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AttentionItem, CoachDashboard } from '#contract/dashboard.ts'
import { reasonText } from '#web/features/clients/attention-text.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import classes from '../components/Rows.module.css'
import { WriteTo } from './WriteTo.tsx'

type Props = Pick<CoachDashboard, 'attention' | 'needAttention'>

/** How many the dashboard shows; the rest is in the list of clients. */
const FEW = 4

/** Who needs attention, why, and one tap to write to them (product §19); nothing while nobody does. */
export function Attention({ attention, needAttention }: Props) {
  const { t } = useTranslation('dashboard')
  if (attention.length === 0) return null
  return (
    <Card
      title={t('attention.title', { count: needAttention })}
      aside={
        needAttention > FEW && (
          <Anchor component={Link} to={paths.clients({ attention: 'true' })} size="sm" className="lone-link">
            {t('attention.all')}
          </Anchor>
        )
      }
    >
      <ul className={classes.list}>
        {attention.slice(0, FEW).map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
    </Card>
  )
}

function Person({ person }: { person: AttentionItem }) {
  const { t } = useTranslation('clients')
  const { id, fullName, photo } = person
  return (
    <li className={classes.row}>
      <PersonAvatar name={fullName} src={photo?.fileURL} size={36} />
      <div className={classes.text}>
        <Anchor
          component={Link}
          inherit
          to={paths.clientView({ clientId: id })}
          className={`lone-link ${classes.name}`}
        >
          {fullName}
        </Anchor>
        <span className={classes.reason}>
          {person.attention.map((reason) => reasonText(t, reason)).join(' · ')}
        </span>
      </div>
      <WriteTo person={person} />
    </li>
  )
}
