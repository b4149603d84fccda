import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions/actions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { restoreAction, useDeleteAction } from '#web/widgets/queries/action.queries.ts'

/** Deletes an action, with undo in the toast (product §2). */
export function useDeletion(): (action: ActionDto) => Promise<void> {
  const { t } = useTranslation(['actions', 'common'])
  const { mutateAsync } = useDeleteAction()
  return ({ id }) =>
    mutateAsync(id).then(
      () =>
        setAlert(t('deleted'), 'success', {
          label: t('common:undo'),
          run: () => void restoreAction(id).catch(showFailure),
        }),
      showFailure,
    )
}
