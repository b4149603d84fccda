import '#web/ui/theme/kit-rest.ts'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LEGAL_TEXTS } from '#contract/account/legal-texts.ts'
import { formatFullDate } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { operatorQuery } from '#web/widgets/queries/operator.queries.ts'
import { type OperatorFact, missingFacts } from '../operator-facts.ts'
import classes from './LegalDocument.module.css'

type Props = {
  title: string
  lead: string
  /** What the operator must have configured for this text to be complete. */
  needs: readonly OperatorFact[]
  children: ReactNode
}

/** A legal text: readable before the operator's data has loaded, and clear about what is not configured. */
export function LegalDocument({ title, lead, needs, children }: Props) {
  const { t } = useTranslation('legal')
  const { data: operator } = useQuery(operatorQuery)
  const incomplete = operator !== undefined && missingFacts(operator, needs).length > 0
  return (
    <PublicFrame title={title} width="text">
      <article className={classes.document}>
        <header className={classes.head}>
          <p className={classes.version}>
            {t('version', {
              version: LEGAL_TEXTS.version,
              // A calendar date is the same in every zone.
              date: formatFullDate(LEGAL_TEXTS.inForceOn, 'UTC', currentLanguage()),
            })}
          </p>
          <h1 tabIndex={-1}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
        </header>
        {incomplete && (
          <p className={classes.incomplete} role="note">
            <IconAlertTriangle aria-hidden="true" />
            {t('missing.banner')}
          </p>
        )}
        {children}
      </article>
    </PublicFrame>
  )
}

export function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

export function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
