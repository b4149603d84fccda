import { Button } from '@mantine/core'
import {
  IconCircleCheck,
  IconClockX,
  IconMailCheck,
  IconMailQuestion,
  IconMailX,
  IconUsersMinus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStore } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import type { Closed } from '../stage.ts'
import classes from './ClosedInvitation.module.css'

const ICONS = {
  missing: IconMailQuestion,
  expired: IconClockX,
  used: IconCircleCheck,
  declined: IconMailX,
  groupOver: IconUsersMinus,
  refused: IconMailX,
  renewed: IconMailCheck,
} as const

type Props = {
  why: Closed
  /** A way to continue, above the link home. */
  children?: ReactNode
}

/** An invitation that cannot be answered: the reason, and the next step. */
export function ClosedInvitation({ why, children }: Props) {
  const { t } = useTranslation(['invitation', 'auth', 'common'])
  const isLogged = useStore((root) => root.session.isLogged)
  const Icon = ICONS[why]
  const text = why === 'used' && isLogged ? 'usedInside' : why
  return (
    <Card className={classes.card}>
      <span className={classes.icon} aria-hidden="true">
        <Icon />
      </span>
      <h1 className={classes.title} tabIndex={-1}>
        {t(`closed.${text}.title`)}
      </h1>
      <p className={classes.text}>{t(`closed.${text}.text`)}</p>
      {children}
      {isLogged ? (
        <Button component={Link} to={paths.dashboard()} variant={children ? 'subtle' : 'filled'}>
          {t('common:notFound.dashboard')}
        </Button>
      ) : (
        <Button component={Link} to={paths.home()} variant={homeVariant(why)}>
          {why === 'used' ? t('auth:signIn.submit') : t('common:notFound.home')}
        </Button>
      )}
    </Card>
  )
}

function homeVariant(why: Closed): 'filled' | 'subtle' | 'default' {
  if (why === 'used') return 'filled'
  return why === 'expired' ? 'subtle' : 'default'
}
