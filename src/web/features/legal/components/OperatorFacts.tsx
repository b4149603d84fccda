import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { operatorQuery } from '#web/widgets/queries/operator.queries.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import type { OperatorFact } from '../operator-facts.ts'
import classes from './OperatorFacts.module.css'

/** The operator's data, with a note where it is not configured. */
export function OperatorFacts({ facts }: { facts: readonly OperatorFact[] }) {
  const { t } = useTranslation('legal')
  const query = useQuery(operatorQuery)
  return (
    <QueryView query={query} skeleton={<Skeleton height={facts.length * 44} radius={12} mb={8} />}>
      {(operator) => (
        <dl className={classes.facts}>
          {facts.map((fact) => (
            <div key={fact}>
              <dt>{t(`facts.${fact}`)}</dt>
              <dd>
                <Fact fact={fact} value={operator[fact]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  )
}

function Fact({ fact, value }: { fact: OperatorFact; value: string | null }) {
  const { t } = useTranslation('legal')
  if (value === null) return <mark className={classes.missing}>{t(`missing.${fact}`)}</mark>
  const isAddress = fact === 'privacyEmail' || fact === 'supportEmail'
  return isAddress ? <a href={`mailto:${value}`}>{value}</a> : value
}
