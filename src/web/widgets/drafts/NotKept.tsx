import { useTranslation } from 'react-i18next'
import classes from './NotKept.module.css'

/**
 * Says that the browser's storage refuses drafts: what is written is saved on the server alone or, with `untilSent`, is
 * nowhere before it is sent.
 */
export function NotKept({ untilSent = false }: { untilSent?: boolean }) {
  const { t } = useTranslation('common')
  return <span className={classes.text}>{t(untilSent ? 'drafts.notKeptUntilSent' : 'drafts.notKept')}</span>
}
