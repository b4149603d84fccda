import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'
import classes from './LoadingBar.module.css'

/** A thin bar on top while the next screen loads (spec §2). CSS holds it back for a moment, so quick ones stay calm. */
export function LoadingBar() {
  const { t } = useTranslation()
  const loading = useNavigation().state !== 'idle'
  return (
    <div role="status" className={classes.bar} data-loading={loading || undefined}>
      {loading && <span className={classes.text}>{t('loading')}</span>}
    </div>
  )
}
