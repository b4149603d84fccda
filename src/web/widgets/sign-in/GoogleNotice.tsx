import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGoogleMemory } from './google-memory.ts'
import classes from './GoogleNotice.module.css'

/**
 * Why the sign-in through Google failed, until the next attempt. If the person closed the account chooser themselves,
 * the tone is neutral. `email` is the address that an invitation requires.
 */
export function GoogleNotice({ email = '' }: { email?: string }) {
  const { t } = useTranslation('auth')
  const { error, failure } = useGoogleMemory()
  const text = error === null ? failure : t(`google.errors.${error}`, { email })
  if (text === null) return null
  return (
    <p
      className={classes.notice}
      data-calm={error === 'cancelled'}
      role={error === 'cancelled' ? 'status' : 'alert'}
    >
      <IconInfoCircle className={classes.icon} aria-hidden="true" />
      {text}
    </p>
  )
}
