import { Anchor } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboard.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import classes from './LastAgreements.module.css'

/** The shared summary of the session closed last. */
export function LastAgreements({ session }: { session: ClientDashboard['last'] }) {
  const { t } = useTranslation('dashboard')
  const { timezone } = useViewer()
  if (session?.closing == null) {
    return (
      <Card title={t('client.last')}>
        <EmptyState slim icon={<IconNotes />} text={t('client.lastNone')} />
      </Card>
    )
  }
  return (
    <Card title={t('client.last')}>
      <p className={classes.from}>
        {session.title}
        {' · '}
        <time dateTime={session.startsAt}>
          {formatDayLong(fromIso(session.startsAt), timezone, currentLanguage())}
        </time>
      </p>
      {session.closing.summary !== '' && <p className={classes.text}>{session.closing.summary}</p>}
      <Anchor
        component={Link}
        to={paths.sessionView({ sessionId: session.id, part: 'record' })}
        size="sm"
        className="lone-link"
      >
        {t('client.readAll')}
      </Anchor>
    </Card>
  )
}
