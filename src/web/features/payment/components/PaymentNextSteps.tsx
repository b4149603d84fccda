import { useTranslation } from 'react-i18next'
import type { PaymentMethod } from '#contract/payments.ts'
import classes from './PaymentNextSteps.module.css'

const STEPS = ['first', 'then', 'last'] as const

/** What happens after the button, for the chosen payment method. */
export function PaymentNextSteps({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('payment')
  return (
    <section className={classes.next} aria-live="polite">
      <h2 className={classes.title}>{t('next.title')}</h2>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(`next.${method}.${step}`)}</li>
        ))}
      </ol>
    </section>
  )
}
