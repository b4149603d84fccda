import { IconBellRinging, IconKey, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './InvitationSteps.module.css'

const STEPS = [
  { key: 'mail', StepIcon: IconMail },
  { key: 'accept', StepIcon: IconKey },
  { key: 'notice', StepIcon: IconBellRinging },
] as const

/** What happens after an invitation is sent. */
export function InvitationSteps() {
  const { t } = useTranslation('clients')
  return (
    <ol className={classes.steps}>
      {STEPS.map(({ key, StepIcon }) => (
        <li key={key} className={classes.step}>
          <span className={classes.icon} aria-hidden="true">
            <StepIcon size={18} />
          </span>
          {t(`steps.${key}`)}
        </li>
      ))}
    </ol>
  )
}
