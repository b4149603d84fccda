import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './ManualNote.module.css'

/** What to do where nothing is sold on the screen. */
export function ManualNote() {
  const { t } = useTranslation('payment')
  return (
    <Card>
      <p className={classes.note}>{t('manual')}</p>
    </Card>
  )
}
