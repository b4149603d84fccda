import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drafts } from '#web/api/secure-drafts.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { usePush } from './use-push.ts'

/** Beside the drafts: of one account in this browser, and not in the code that a visitor loads. */
const ANSWERED = 'pushOffer'

/**
 * With a session that comes, once: whether this device should tell a client of it ahead, and a coach of what others do
 * (product §17): the coach gets no reminders. Never asked on load.
 */
export function PushOffer() {
  const { t } = useTranslation('preferences')
  const { side } = useViewer()
  const { state, isBusy, switchOn } = usePush()
  const [isAnswered, setAnswered] = useState(true)
  useEffect(() => {
    let current = true
    void drafts.read(ANSWERED).then((answered) => current && setAnswered(answered === true))
    return () => {
      current = false
    }
  }, [])
  if (isAnswered || state !== 'off') return null
  const answer = () => {
    void drafts.save(ANSWERED, true)
    setAnswered(true)
  }
  return (
    <Banner icon={<IconBell />} text={t(`device.offer.${side}`)}>
      <Button
        size="xs"
        loading={isBusy}
        onClick={() => {
          // Stays until the browser has asked: then it is on, or refused.
          void drafts.save(ANSWERED, true)
          switchOn()
        }}
      >
        {t('device.switchOn')}
      </Button>
      <Button size="xs" variant="subtle" onClick={answer}>
        {t('device.notNow')}
      </Button>
    </Banner>
  )
}
