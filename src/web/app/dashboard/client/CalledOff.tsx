import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'

/** That the coach called a session off, or could not take it, with the way to another one. */
export function CalledOff({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('dashboard')
  const { timezone } = useViewer()
  const start = fromIso(session.startsAt)
  const language = currentLanguage()
  const when = `${formatDayLong(start, timezone, language)}, ${formatClock(start, timezone, language)}`
  const text = session.status === 'rejected' ? 'client.rejected' : 'client.cancelled'
  return (
    <Banner tone="warning" icon={<IconCalendarX />} text={t(text, { name: session.coach.name, when })}>
      <Button component={Link} to={paths.sessionNew()} size="xs">
        {t('client.bookAnother')}
      </Button>
      <Button component={Link} to={paths.sessionView({ sessionId: session.id })} size="xs" variant="default">
        {t('client.why')}
      </Button>
    </Banner>
  )
}
