import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import { ClientSteps } from './ClientSteps.tsx'
import { ClientRhythm } from '#web/features/clients/components/ClientRhythm.tsx'
import classes from './ClientSummary.module.css'
import { ClientWords } from './ClientWords.tsx'

/** What other features put into the summary; the app hands it in. */
export type SummaryParts = { nextSession: ReactNode; lastAgreements: ReactNode; openActions: ReactNode }

type Props = { client: ClientDetail; timezone: string; parts: SummaryParts }

/** A process at a glance (product §6): what moved, its pace, what comes and what was agreed. */
export function ClientSummary({ client, timezone, parts }: Props) {
  const { t } = useTranslation('clients')
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ClientSteps client={client} timezone={timezone} />
        <Card title={t('summary.openActions')}>{parts.openActions}</Card>
        <Card title={t('summary.lastAgreements')}>{parts.lastAgreements}</Card>
      </div>
      <div className={classes.column}>
        {client.rhythm !== null && (
          <Card title={t('columns.rhythm')}>
            <ClientRhythm client={client} />
          </Card>
        )}
        <Card title={t('columns.nextSession')}>{parts.nextSession}</Card>
        <Card title={t('objective')}>
          {client.objective === null ? (
            <p className={classes.none}>{t('summary.noObjective')}</p>
          ) : (
            <FoldedText text={client.objective} moreLabel={t('words.more')} lessLabel={t('words.less')} />
          )}
        </Card>
        <ClientWords client={client} />
      </div>
    </div>
  )
}
