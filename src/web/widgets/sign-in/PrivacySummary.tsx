import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { operatorQuery } from '#web/widgets/queries/operator.queries.ts'
import classes from './PrivacySummary.module.css'

/** The short privacy notice beside a form that asks for personal data (product §4). It needs no request. */
export function PrivacySummary() {
  const { t } = useTranslation('legal')
  const name = useQuery(operatorQuery).data?.name
  return (
    <aside className={classes.notice} aria-label={t('inline.title')}>
      <p className={classes.title}>{t('inline.title')}</p>
      <p>
        {name ? t('inline.named', { name }) : t('inline.unnamed')} {t('inline.purposes')} {t('inline.news')}
      </p>
      {/* A new tab, so that the form's input is kept. */}
      <Link to={paths.privacy()} target="_blank" rel="noopener">
        {t('inline.full')}
      </Link>
    </aside>
  )
}
