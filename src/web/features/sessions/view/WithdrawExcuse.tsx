import { IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useWithdrawExcuse } from '../moves.queries.ts'

/** Withdraws a group member's excuse: they can attend after all. Absent when not allowed. */
export function WithdrawExcuse({ session }: { session: SessionListItem }) {
  const { t } = useTranslation(['moves', 'common'])
  const withdraw = useWithdrawExcuse()
  const { id: sessionId, allowedActions, coach } = session
  if (!allowedActions.includes('withdrawExcuse')) return null
  const submit = () =>
    // A promise, because the button is gone as soon as the session is known to have changed.
    void withdraw
      .mutateAsync({ sessionId })
      .then(() => setAlert(t('excuse.withdrawn', { name: coach.name }), 'success'), showFailure)
  return (
    <LoadingButton
      variant="default"
      leftSection={<IconUserCheck size={18} aria-hidden="true" />}
      loading={withdraw.isPending}
      loadingLabel={t('common:loading')}
      onClick={submit}
    >
      {t('excuse.withdraw')}
    </LoadingButton>
  )
}
