import { IconBuildingBank, IconBuildingStore, IconCreditCard } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PaymentMethod, Plan, PlanId, Trial } from '#contract/payments.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useLeaving } from '#web/ui/use-leaving.ts'
import { formatMoney, yearlySaving } from '../money.ts'
import { PaymentNextSteps } from './PaymentNextSteps.tsx'
import classes from './PlanForm.module.css'
import { percentText } from '#web/widgets/numbers.ts'
import { useNow } from '#web/widgets/use-now.ts'

type Props = {
  plans: readonly Plan[]
  methods: readonly PaymentMethod[]
  provider: string
  /** A server of the release before says nothing of it. */
  trial?: Trial | null
}

const METHOD_ICONS = { card: IconCreditCard, oxxo: IconBuildingStore, spei: IconBuildingBank } as const

/** Chooses a plan and a payment method, then opens the provider's checkout. */
export function PlanForm({ plans, methods, provider, trial }: Props) {
  const { t } = useTranslation(['payment', 'common'])
  const navigate = useNavigate()
  const language = currentLanguage()
  const [planId, setPlanId] = useState<PlanId | undefined>(plans[0]?.id)
  const [method, setMethod] = useState<PaymentMethod | undefined>(methods[0])
  const [opening, setOpening] = useLeaving()
  const [error, setError] = useState<string>()
  const saving = yearlySaving(plans)
  const plan = plans.find(({ id }) => id === planId)
  const price = plan && formatMoney(plan, language)
  const trialDays = trial && method && trial.methods.includes(method) ? trial.days : 0
  const isTrial = trialDays > 0 && price !== undefined

  const pay = async () => {
    if (!planId || !method) return
    setOpening(true)
    setError(undefined)
    try {
      const { url, checkoutId } = await call('POST /v1/payment/checkout', { body: { planId, method } })
      // Test mode's checkout is a route here. A provider's is on another site; the button stays busy until the page is
      // left.
      if (provider === 'sandbox') await navigate(paths.sandboxCheckout({ checkoutId }))
      else location.assign(url)
    } catch (failure) {
      showFailure(failure, { dialog: setError })
      setOpening(false)
    }
  }

  return (
    <Card>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        <Choice legend={t('plan')} className={classes.plans}>
          {plans.map(({ id, ...price }) => (
            <Option key={id} name="plan" checked={id === planId} onChoose={() => setPlanId(id)}>
              <span className={classes.planName}>
                {t(`plans.${id}`)}
                {id === 'yearly' && saving > 0 && (
                  <span className={classes.saving}>{t('saving', { percent: percentText(saving) })}</span>
                )}
              </span>
              <span className={classes.price}>
                {formatMoney(price, language)} <small>{price.currency}</small>
              </span>
              <span className={classes.note}>{t(`per.${id}`)}</span>
            </Option>
          ))}
        </Choice>
        <Choice legend={t('method')} className={classes.methods}>
          {methods.map((id) => {
            const Icon = METHOD_ICONS[id]
            return (
              <Option key={id} name="method" checked={id === method} onChoose={() => setMethod(id)}>
                <span className={classes.methodName}>
                  <Icon aria-hidden="true" />
                  {t(`methods.${id}`)}
                </span>
                <span className={classes.note}>{t(`methodNotes.${id}`)}</span>
              </Option>
            )
          })}
        </Choice>
        {method && <PaymentNextSteps method={method} />}
        {isTrial && <TrialNote days={trialDays} price={price} />}
        <FormError text={error} />
        <LoadingButton type="submit" size="md" loading={opening} loadingLabel={t('common:loading')}>
          {isTrial ? t('trial.start') : price ? t('pay', { price }) : t('common:accept')}
        </LoadingButton>
        <p className={classes.note}>{t('cancelNote')}</p>
        {method === 'card' && provider === 'stripe' && planId && (
          <p className={classes.note}>{t(`renewal.${planId}`)}</p>
        )}
      </form>
    </Card>
  )
}

/** What is charged today, which is nothing, and what and when after the trial. */
function TrialNote({ days, price }: { days: number; price: string }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const first = epochMs(useNow() + days * DAY_MS)
  const date = formatDayMonth(first, timezone, currentLanguage())
  return <p className={classes.trial}>{t('trial.note', { count: days, price, date })}</p>
}

type ChoiceProps = { legend: string; className: string | undefined; children: React.ReactNode }

function Choice({ legend, className, children }: ChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  )
}

type OptionProps = { name: string; checked: boolean; onChoose: () => void; children: React.ReactNode }

function Option({ name, checked, onChoose, children }: OptionProps) {
  const id = useId()
  return (
    <label className={classes.option} htmlFor={id} data-checked={checked || undefined}>
      <input
        id={id}
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className={classes.radio}
      />
      <span className={classes.optionText}>{children}</span>
    </label>
  )
}
