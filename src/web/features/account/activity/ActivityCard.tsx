import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from '../components/Account.module.css'

/** The way from the account's settings to its activity. */
export function ActivityCard() {
  const { t } = useTranslation('activity')
  return (
    <Card title={t('title')}>
      <p className={classes.hint}>{t('card.hint')}</p>
      <Button
        variant="default"
        className={classes.all}
        component={Link}
        to={paths.profileSection({ section: 'activity' })}
      >
        {t('card.open')}
      </Button>
    </Card>
  )
}
