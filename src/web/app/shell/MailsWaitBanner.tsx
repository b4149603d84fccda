import { IconMailPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { setAlert } from '#web/store/alert.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'

/**
 * Over every screen of a coach who has reached the mails of today (product §4): inviting, importing, booking. On the
 * screen where it happens the toast says it, because a banner would push away what is about to be touched.
 */
export function MailsWaitBanner() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const { data } = useQuery({
    // What a coach does with people is what mails them.
    queryKey: queryKey('client', 'mailsToday'),
    queryFn: ({ signal }) => call('GET /v1/mails/today', {}, { signal }),
  })
  const wait = data === undefined ? undefined : data.waiting > 0
  // What was known when this screen was opened.
  const [opened, setOpened] = useState({ pathname, wait })
  if (opened.pathname !== pathname) setOpened({ pathname, wait })
  // The first answer is no news.
  const before = useRef(wait)
  useEffect(() => {
    if (before.current === false && wait) setAlert(t('mailsWait'), 'warning')
    before.current = wait
  }, [wait, t])

  return opened.wait ? <Banner icon={<IconMailPause />} text={t('mailsWait')} /> : null
}
