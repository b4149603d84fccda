import { Button } from '@mantine/core'
import { IconCreditCardOff } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { pastDueQuery } from '../payment.queries.ts'
import { openUntil, pastDueOf } from '../state/told-state.ts'

/**
 * Above every screen of a coach whose period has ended unpaid (product §5): why, and until when the account stays open.
 * Without the server's answer it is left out. The screen of the payment says it itself.
 */
export default function GraceBanner() {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const { pathname } = useLocation()
  const now = useNow()
  const { data } = useSuspenseQuery(pastDueQuery)
  const payment = paths.profileSection({ section: 'payment' })
  if (data?.mine.paymentStatus !== 'pastDue' || pathname === payment) return null
  const { mine, waiting } = data
  const why = pastDueOf(mine, waiting.retryAt && fromIso(waiting.retryAt), now)
  if (why.kind === 'charging' || mine.periodEndsAt === null) return null
  const endedAt = fromIso(mine.periodEndsAt)
  const day = (at: EpochMs) => formatDayMonth(at, timezone, currentLanguage())
  const until = day(openUntil(mine.periodEndsAt))
  const told = () => {
    if (why.kind === 'retrying') return t('mine.retrying', { date: day(why.at) })
    return why.kind === 'refused' ? t('grace.refused') : t('grace.ended', { date: day(endedAt) })
  }
  return (
    <Banner
      tone="warning"
      icon={<IconCreditCardOff />}
      text={`${told()} ${t('mine.openUntil', { date: until })}`}
    >
      <Button component={Link} to={payment} variant="default" size="xs">
        {t('grace.open')}
      </Button>
    </Banner>
  )
}
