import { useTranslation } from 'react-i18next'
import type { CheckInId } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useRestoreCheckIn, useTakeBackCheckIn } from '#web/widgets/queries/goal.queries.ts'

/** Takes noted progress back, with **Deshacer** in the toast. Promises, for its row is gone with the answer. */
export function useTakingBack(goalId: string): (checkInId: CheckInId) => void {
  const { t } = useTranslation(['goals', 'common'])
  const remove = useTakeBackCheckIn(goalId)
  const restore = useRestoreCheckIn(goalId)
  const undo = (checkInId: CheckInId) =>
    void restore.mutateAsync(checkInId).then(() => setAlert(t('done.backAgain'), 'success'), showFailure)
  return (checkInId) =>
    void remove
      .mutateAsync(checkInId)
      .then(
        () =>
          setAlert(t('done.takenBack'), 'success', { label: t('common:undo'), run: () => undo(checkInId) }),
        showFailure,
      )
}
