import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './Shown.module.css'

/** The link to the one place where what is shown here is edited; `what` names it for screen readers. */
export function ChangeLink({ to, what }: { to: string; what: string }) {
  const { t } = useTranslation('settings')
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      className="lone-link"
      aria-label={`${t('shownHere.change')}: ${what}`}
    >
      {t('shownHere.change')}
    </Anchor>
  )
}

/** Names and values that are edited elsewhere. */
export function ShownList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>
}

type Props = { name: string; value: string; icon?: ReactNode; error?: ReactNode }

/** One of them; an empty value is said to be missing. */
export function ShownValue({ name, value, icon, error }: Props) {
  const { t } = useTranslation('settings')
  return (
    <div>
      <dt className={classes.name}>
        {icon}
        {name}
      </dt>
      <dd className={classes.value} data-none={value === '' || undefined}>
        {value || (error ?? t('shownHere.none'))}
      </dd>
    </div>
  )
}
