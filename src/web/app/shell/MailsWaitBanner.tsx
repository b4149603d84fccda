import { IconMailPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'

/** Over every screen of a coach who has reached the mails of today (product §4): inviting, importing, booking. */
export function MailsWaitBanner() {
  const { t } = useTranslation('shell')
  const { data } = useQuery({
    // What a coach does with people is what mails them.
    queryKey: queryKey('client', 'mailsToday'),
    queryFn: ({ signal }) => call('GET /v1/mails/today', {}, { signal }),
  })
  if (!data || data.waiting === 0) return null
  return <Banner icon={<IconMailPause />} text={t('mailsWait')} />
}
