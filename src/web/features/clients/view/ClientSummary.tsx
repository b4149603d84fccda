import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import { hasSessionsQuery } from '#web/widgets/queries/session.queries.ts'
import { ClientBegin, mayBegin } from './ClientBegin.tsx'
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
export function ClientSummary(props: Props) {
  const { client } = props
  const isBare = mayBegin(client)
  // The record knows neither of sessions that wait to be closed nor of those that nobody came to.
  const { data: hasSessions, isPending } = useQuery({ ...hasSessionsQuery(client.id), enabled: isBare })
  if (isBare && isPending) return <Skeleton height={240} radius={16} />
  if (isBare && hasSessions === false) return <Beginning {...props} />
  return <Running {...props} />
}

function Running({ client, timezone, parts }: Props) {
  const { t } = useTranslation('clients')
  return (
    <Columns>
      <Column>
        <ClientSteps client={client} timezone={timezone} />
        <Card title={t('summary.openActions')}>{parts.openActions}</Card>
        {/* Before the first session the card above says already that there was none. */}
        {client.lastSessionAt !== null && (
          <Card title={t('summary.lastAgreements')}>{parts.lastAgreements}</Card>
        )}
      </Column>
      <Column>
        <Card title={t('columns.nextSession')}>{parts.nextSession}</Card>
        {parts.memorandums}
        <Rhythm client={client} />
        {client.objective === null ? (
          <Card title={t('objective')}>
            <p data-nothing>{t('summary.noObjective')}</p>
          </Card>
        ) : (
          <Objective objective={client.objective} />
        )}
        <ClientWords client={client} />
      </Column>
    </Columns>
  )
}

/** Before the first session: only what is known already is beside the step that leads to it. */
function Beginning({ client, timezone, parts }: Props) {
  const { moves, rhythm, objective, aboutMe, expectations } = client
  const begin = (
    <>
      <ClientBegin client={client} />
      {parts.memorandums}
      {moves.length > 0 && <ClientSteps client={client} timezone={timezone} />}
    </>
  )
  if ([rhythm, objective, aboutMe, expectations].every((known) => known === null)) {
    return <Column>{begin}</Column>
  }
  return (
    <Columns>
      <Column>{begin}</Column>
      <Column>
        <Rhythm client={client} />
        {objective !== null && <Objective objective={objective} />}
        <ClientWords client={client} />
      </Column>
    </Columns>
  )
}

function Rhythm({ client }: { client: ClientDetail }) {
  const { t } = useTranslation('clients')
  if (client.rhythm === null) return null
  return (
    <Card title={t('columns.rhythm')}>
      <ClientRhythm client={client} />
    </Card>
  )
}

function Objective({ objective }: { objective: string }) {
  const { t } = useTranslation('clients')
  return (
    <Card title={t('objective')}>
      <FoldedText text={objective} moreLabel={t('words.more')} lessLabel={t('words.less')} />
    </Card>
  )
}
