import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { MINUTE_MS, toIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import type { Unbooked } from './use-closing.ts'

type Props = { session: SessionDto; unbooked: Unbooked }

/** Says that the session was closed but the next one was not booked, and links to booking it another way. */
export function NotBooked({ session, unbooked: { span, reason } }: Props) {
  const { t } = useTranslation('records')
  const { timezone } = useViewer()
  const when = formatDayAndTimes(span.start, span.end, timezone, currentLanguage())
  const { type, clientId, groupId } = session
  return (
    <Banner tone="warning" icon={<IconCalendarX />} text={t('next.failed', { when, reason })}>
      <Button
        component={Link}
        size="xs"
        to={paths.sessionNewCoach({
          type,
          ...(clientId && { clientId }),
          ...(groupId && { groupId }),
          minutes: String((span.end - span.start) / MINUTE_MS),
          startsAt: toIso(span.start),
        })}
      >
        {t('next.choose')}
      </Button>
    </Banner>
  )
}
