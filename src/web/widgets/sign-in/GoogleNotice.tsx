import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGoogleMemory } from './google-memory.ts'
import classes from './GoogleNotice.module.css'

/**
 * Why coming in through Google led to nothing, until the next try. Whoever closed the chooser meant to: that is told
 * calmly. `email` is the address that an invitation wants.
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
