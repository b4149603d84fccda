import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CANCEL_COMMENT, CancelReason, type PlanId } from '#contract/payments.ts'
import { fromIso } from '#time/clock.ts'
import { formatFullDate } from '#time/format.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { waitingQuery } from '../payment.queries.ts'
import { PlanChangeDialog } from '../plan-change/PlanChangeDialog.tsx'
import { PortalButton } from './PortalButton.tsx'
import { type ToldState, cancelEffectOf } from './told-state.ts'
import classes from './PlanActions.module.css'

type Props = {
  mine: ToldState
  /** The plans to change to. */
  others: readonly PlanId[]
}

/** Another plan, another card, cancelling and taking that back (product §5): what the server allows. */
export function PlanActions({ mine, others: [other, ...more] }: Props) {
  const { t } = useTranslation(['payment', 'common'])
  const [opened, setOpened] = useState<'cancel' | 'change'>()
  const close = () => setOpened(undefined)
  const { allowedActions = [] } = mine
  const resume = useMutation({
    mutationFn: () => call('POST /v1/payment/resume'),
    onSuccess: () => setAlert(t('ownPlan.resumed'), 'success'),
    onError: (failure) => showFailure(failure),
  })
  const changes = allowedActions.includes('changePlan') && other !== undefined
  const shown = allowedActions.filter((action) => action !== 'pay' && (action !== 'changePlan' || changes))
  if (shown.length === 0) return null
  return (
    <div className={classes.actions}>
      {allowedActions.includes('resume') && (
        <LoadingButton
          variant="light"
          loading={resume.isPending}
          loadingLabel={t('common:loading')}
          onClick={() => resume.mutate()}
        >
          {t('ownPlan.resume')}
        </LoadingButton>
      )}
      {changes && (
        <Button variant="default" onClick={() => setOpened('change')}>
          {t('ownPlan.change')}
        </Button>
      )}
      {allowedActions.includes('openPortal') && <PortalButton variant="default" />}
      {allowedActions.includes('cancel') && (
        <Button variant="subtle" onClick={() => setOpened('cancel')}>
          {t('ownPlan.cancel')}
        </Button>
      )}
      {opened === 'cancel' && <CancelDialog mine={mine} onClose={close} />}
      {opened === 'change' && other !== undefined && (
        <PlanChangeDialog plans={[other, ...more]} onClose={close} />
      )}
    </div>
  )
}

/** What happens when, and why: asked once, and nobody has to say. */
function CancelDialog({ mine, onClose }: { mine: ToldState; onClose: () => void }) {
  const { t } = useTranslation(['payment', 'common'])
  const [reason, setReason] = useState<CancelReason>()
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const { timezone } = useViewer()
  const { data: waiting } = useQuery(waitingQuery)
  const retryAt = waiting?.retryAt ? fromIso(waiting.retryAt) : null
  const { key, at, canResume } = cancelEffectOf(mine, retryAt, useNow())
  const cancel = useMutation({
    mutationFn: () =>
      call('POST /v1/payment/cancel', {
        body: { ...(reason && { reason }), ...(comment.trim() !== '' && { comment: comment.trim() }) },
      }),
    onSuccess: () => {
      setAlert(t(canResume ? 'ownPlan.cancelled' : 'ownPlan.stopped'), 'success')
      onClose()
    },
    onError: (failure) => showFailure(failure, { dialog: setError }),
  })
  return (
    <ConfirmDialog
      opened
      title={t('ownPlan.question')}
      subtitle={
        at === undefined
          ? t(`ownPlan.${key}`)
          : t(`ownPlan.${key}`, { date: formatFullDate(at, timezone, currentLanguage()) })
      }
      cancel={{ label: t('ownPlan.keep') }}
      accept={{
        label: t('ownPlan.cancel'),
        run: () => cancel.mutate(),
        loading: cancel.isPending,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={error}
      onClose={onClose}
    >
      <div className={classes.why}>
        <ChoiceChips
          label={t('ownPlan.why')}
          options={CancelReason.options.map((value) => ({ value, label: t(`ownPlan.reasons.${value}`) }))}
          value={reason ?? ''}
          onChange={(value) => setReason(CancelReason.parse(value))}
        />
        <Textarea
          label={t('ownPlan.comment')}
          maxLength={CANCEL_COMMENT}
          autosize
          minRows={2}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
