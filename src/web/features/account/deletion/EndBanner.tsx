import { IconCalendarX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useSessionUser } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { isSoon } from '#web/widgets/account/is-soon.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { KeepButton } from './KeepButton.tsx'

/**
 * Above every screen while an account is to be deleted: one's own, or that of the coach whose space this is (product §18). The
 * screen of the account says the first itself.
 */
export default function EndBanner() {
  const { t } = useTranslation('account')
  const { id, endsAt, coach, timezone } = useSessionUser()
  const { pathname } = useLocation()
  const now = useNow()
  const account = paths.profileSection({ section: 'account' })
  const ends = endsAt ?? coach?.endsAt
  if (!ends || (endsAt && pathname === account)) return null
  const soon = isSoon(ends, now)
  const date = formatDayMonth(fromIso(ends), timezone, currentLanguage())
  if (endsAt)
    return (
      <Banner
        tone="warning"
        icon={<IconCalendarX />}
        text={t(soon ? 'deletion.bannerSoon' : 'deletion.banner', { date })}
      >
        <KeepButton userId={id} size="xs" />
      </Banner>
    )
  const name = coach === null ? '' : `${coach.name} ${coach.lastName}`
  return (
    <Banner
      tone="warning"
      icon={<IconCalendarX />}
      text={t(soon ? 'deletion.coachBannerSoon' : 'deletion.coachBanner', { coach: name, date })}
    >
      {pathname !== account && (
        <Button component={Link} to={account} variant="default" size="xs">
          {t('export.title')}
        </Button>
      )}
    </Banner>
  )
}
