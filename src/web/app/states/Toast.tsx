import { CloseButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconWifiOff,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_MS, unsetAlert, useAlertAction } from '#web/store/alert.ts'
import { type Severity, useStore } from '#web/store/store.ts'
import { useKept } from '#web/store/kept.ts'
import { useOffline } from './use-offline.ts'
import classes from './Toast.module.css'

const ICONS: Record<Severity, typeof IconCircleCheck> = {
  success: IconCircleCheck,
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
}

/**
 * The one toast, bottom right (spec §4), in a strip at the foot of the page: shown while the alert is active, gone after
 * 6000 ms or when closed. Without a connection it says so whenever there is nothing else to say, and since when what is
 * shown was kept.
 */
export function Toast() {
  const { t } = useTranslation()
  const { msg, type, status } = useStore((root) => root.alert)
  const { action, slim, shown } = useAlertAction()
  const offline = useOffline()
  const kept = useKept(({ text }) => text)

  useEffect(() => {
    if (!status) return
    const timer = setTimeout(unsetAlert, ALERT_MS)
    return () => clearTimeout(timer)
  }, [status, shown])

  const Icon = ICONS[type ?? 'info']
  return (
    // The region is always there, so that a screen reader hears what enters it.
    <div className={classes.place} role={type === 'error' ? 'alert' : 'status'}>
      {status && (
        <div key={shown} className={classes.toast} data-type={type} data-slim={slim || undefined}>
          <Icon className={classes.icon} aria-hidden="true" />
          <p className={classes.text}>{msg}</p>
          {action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                unsetAlert()
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          {!slim && <CloseButton aria-label={t('close')} onClick={unsetAlert} />}
        </div>
      )}
      {!status && offline && (
        <div className={classes.toast} data-type="warning" data-slim>
          <IconWifiOff className={classes.icon} aria-hidden="true" />
          <p className={classes.text}>{kept ?? t('offline')}</p>
        </div>
      )}
    </div>
  )
}
