import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions/actions.ts'
import { showFailure } from '#web/api/errors.ts'
import { useSetActionStatus } from '#web/widgets/queries/action.queries.ts'

/** Shows the toast; handed in by the screen. */
type Toast = (text: string, type: 'success', action: { label: string; run: () => void }) => void

/** Completes or reopens an action: optimistic, with undo in the toast (product §2). */
export function useActionToggle(toast: Toast): (action: ActionDto, done: boolean) => void {
  const { t } = useTranslation(['actions', 'common'])
  const { mutateAsync } = useSetActionStatus()
  // Promises instead of the mutation's callbacks: those are not called after the screen is left.
  return (action, done) =>
    void mutateAsync({ action, status: done ? 'done' : 'pending' }).then(
      (after) =>
        toast(t(done ? 'doneToast' : 'openToast'), 'success', {
          label: t('common:undo'),
          // A dropped one gets back why it was dropped, too.
          run: () => {
            const { status, reason } = action
            void mutateAsync({ action: after, status, ...(reason && { reason }) }).catch(showFailure)
          },
        }),
      showFailure,
    )
}
