import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { InvoiceDetailsForm } from './components/InvoiceDetailsForm.tsx'
import { Ledger } from './components/Ledger.tsx'
import { ManualNote } from './components/ManualNote.tsx'
import { PlanForm } from './components/PlanForm.tsx'
import { myPaymentQuery, plansQuery } from './payment.queries.ts'
import { StateCard } from './state/StateCard.tsx'
import { type ToldState, isDue, mayPay } from './state/told-state.ts'
import { WaitingPayments } from './waiting/WaitingPayments.tsx'

/** /profile/payment: what a coach has paid and until when, what waits to be paid, and paying (product §5). */
export function Component() {
  const { t } = useTranslation(['payment', 'shell'])
  const query = useQuery(myPaymentQuery)
  const { data: offer } = useQuery(plansQuery)
  return (
    <Page
      title={t('mine.title')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={110} radius={16} />}>
        {(mine) => (
          <>
            <StateCard mine={mine} plans={offer?.plans.map(({ id }) => id) ?? []} />
            <WaitingPayments />
            {(mayPay(mine) || isDue(mine)) && <Plans mine={mine} />}
            <Ledger />
            <InvoiceDetailsForm />
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** Paying, where the server allows it; where nothing is sold here, what to do instead. */
function Plans({ mine }: { mine: ToldState }) {
  const query = useQuery(plansQuery)
  const pays = mayPay(mine)
  return (
    <QueryView query={query} skeleton={pays ? <Skeleton height={360} radius={16} /> : <></>}>
      {(offer) => {
        if (offer.methods.length === 0) return <ManualNote />
        return pays && <PlanForm {...offer} />
      }}
    </QueryView>
  )
}
