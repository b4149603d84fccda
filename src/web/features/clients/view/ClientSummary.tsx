import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import { ClientSteps } from './ClientSteps.tsx'
import { ClientRhythm } from '#web/features/clients/components/ClientRhythm.tsx'
import { ClientWords } from './ClientWords.tsx'

/** The parts from other features; the app passes them in. */
export type SummaryParts = {
  nextSession: ReactNode
  lastAgreements: ReactNode
  openActions: ReactNode
  memorandums: ReactNode
}

type Props = { client: ClientDetail; timezone: string; parts: SummaryParts }

/** The summary of a process (product §6): activity, rhythm, upcoming sessions and agreements. */
export function ClientSummary({ client, timezone, parts }: Props) {
  const { t } = useTranslation('clients')
  return (
    <Columns>
      <Column>
        <ClientSteps client={client} timezone={timezone} />
        <Card title={t('summary.openActions')}>{parts.openActions}</Card>
        <Card title={t('summary.lastAgreements')}>{parts.lastAgreements}</Card>
      </Column>
      <Column>
        <Card title={t('columns.nextSession')}>{parts.nextSession}</Card>
        {parts.memorandums}
        {client.rhythm !== null && (
          <Card title={t('columns.rhythm')}>
            <ClientRhythm client={client} />
          </Card>
        )}
        <Card title={t('objective')}>
          {client.objective === null ? (
            <p data-nothing>{t('summary.noObjective')}</p>
          ) : (
            <FoldedText text={client.objective} moreLabel={t('words.more')} lessLabel={t('words.less')} />
          )}
        </Card>
        <ClientWords client={client} />
      </Column>
    </Columns>
  )
}
