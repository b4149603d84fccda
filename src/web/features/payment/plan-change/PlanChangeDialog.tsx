import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanId } from '#contract/payments.ts'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { Fact, Facts } from '../components/Facts.tsx'
import { amountText } from '../money.ts'
import { type PlanChangePreview, planChangeQuery } from '../payment.queries.ts'
import classes from './PlanChangeDialog.module.css'

type Props = { plans: readonly [PlanId, ...PlanId[]]; onClose: () => void }

/** What another plan costs now and next, asked of the server, and the change. `plans` are those to choose from. */
export function PlanChangeDialog({ plans, onClose }: Props) {
  const { t } = useTranslation(['payment', 'common'])
  const [planId, setPlanId] = useState(plans[0])
  const [error, setError] = useState<string>()
  const change = useMutation({
    mutationFn: () => call('POST /v1/payment/plan-change', { body: { planId } }),
    onMutate: () => setError(undefined),
    onSuccess: () => {
      setAlert(t('change.done', { plan: t(`plans.${planId}`) }), 'success')
      onClose()
    },
    onError: (failure) => showFailure(failure, { dialog: setError }),
  })
  // A change that is made makes its own preview old, which would then be refused.
  const preview = useQuery({ ...planChangeQuery(planId), enabled: change.isIdle || change.isError })
  return (
    <ConfirmDialog
      opened
      title={t('change.title')}
      subtitle={t('change.text', { plan: t(`plans.${planId}`) })}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('change.accept'),
        run: () => change.mutate(),
        loading: change.isPending,
        loadingLabel: t('common:loading'),
        // Nobody agrees to amounts that they have not seen.
        disabled: preview.data === undefined,
      }}
      error={error}
      onClose={onClose}
    >
      <div className={classes.change}>
        {plans.length > 1 && (
          <ChoiceChips
            label={t('plan')}
            options={plans.map((value) => ({ value, label: t(`plans.${value}`) }))}
            value={planId}
            onChange={(value) => setPlanId(PlanId.parse(value))}
          />
        )}
        <QueryView query={preview} skeleton={<Skeleton height={124} radius={12} />}>
          {(answer) => <Preview preview={answer} />}
        </QueryView>
      </div>
    </ConfirmDialog>
  )
}

function Preview({ preview: { dueNow, creditMinor, next } }: { preview: PlanChangePreview }) {
  const { t } = useTranslation('payment')
  const { timezone } = useViewer()
  const language = currentLanguage()
  return (
    <Facts>
      <Fact term={t('change.dueNow')} value={amountText(dueNow, language)} />
      {creditMinor > 0 && (
        <Fact
          term={t('change.credit')}
          value={amountText({ amountMinor: creditMinor, currency: dueNow.currency }, language)}
          note={t('change.creditNote')}
        />
      )}
      <Fact
        term={t('change.next')}
        value={amountText(next, language)}
        note={formatFullDate(fromIso(next.at), timezone, language)}
      />
    </Facts>
  )
}
