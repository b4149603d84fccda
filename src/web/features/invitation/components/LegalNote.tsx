import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import classes from './Answer.module.css'

/** Links that keep the form's input. */
export const legalLinks = {
  terms: <Link to={paths.terms()} target="_blank" rel="noopener" />,
  privacy: <Link to={paths.privacy()} target="_blank" rel="noopener" />,
}

/** What accepting means for an existing account. */
export function LegalNote() {
  const { t } = useTranslation('invitation')
  return (
    <p className={classes.small}>
      <Trans t={t} i18nKey="legalNote" components={legalLinks} />
    </p>
  )
}
