import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import classes from './CallFrame.module.css'

/** While a call of many people has no way for its picture and sound. */
export function SfuAway() {
  const { t } = useTranslation('video')
  return (
    <div className={classes.ways} role="alert">
      <Banner icon={<IconPlugConnectedX size={20} />} tone="warning" text={t('sfu.away')} />
    </div>
  )
}
