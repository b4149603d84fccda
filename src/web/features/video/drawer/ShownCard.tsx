import { Button } from '@mantine/core'
import { IconPresentationOff } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownResource } from '#contract/video/signals.ts'
import { setAlert } from '#web/store/alert.ts'
import { CardHead } from '#web/ui/layout/Card.tsx'
import type { CallSession } from '../call/call-session.ts'
import classes from './Drawer.module.css'
import { DrawerPartsContext } from './parts.ts'

/** Shows a resource to everybody in the call, or none any more; `isWaiting` until the server has it. */
export function useShowing(call: CallSession | undefined) {
  const { t } = useTranslation('video')
  const [isWaiting, setWaiting] = useState(false)
  const show = (resourceId: ShownResource['resourceId'] | null) => {
    setWaiting(true)
    call
      ?.showToAll(resourceId)
      .catch(() => setAlert(t('shown.failed'), 'error'))
      .finally(() => setWaiting(false))
  }
  return { show, isWaiting: isWaiting || !call }
}

type Props = {
  shown: ShownResource
  /** For the coach, who shows it. */
  onStop: (() => void) | undefined
  isWaiting: boolean
}

/** What the coach shows to everybody in the call: the resource itself. */
export function ShownCard({ shown, onStop, isWaiting }: Props) {
  const { t } = useTranslation('video')
  const parts = use(DrawerPartsContext)
  return (
    <section className={classes.shown} aria-label={t('shown.label')}>
      <CardHead
        title={shown.title}
        aside={
          onStop && (
            <Button
              size="compact-sm"
              variant="light"
              disabled={isWaiting}
              leftSection={<IconPresentationOff size={16} aria-hidden="true" />}
              onClick={onStop}
            >
              {t('shown.stop')}
            </Button>
          )
        }
      />
      <p className={classes.seen}>{t(onStop ? 'shown.byYou' : 'shown.byCoach')}</p>
      {parts && <parts.Resource key={shown.resourceId} resourceId={shown.resourceId} />}
    </section>
  )
}
