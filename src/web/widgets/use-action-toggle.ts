import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions.ts'
import { showFailure } from '#web/api/errors.ts'
import { useSetActionStatus } from './action.queries.ts'

/** The toast, handed in by the screen. */
type Toast = (text: string, type: 'success', action: { label: string; run: () => void }) => void

/** Ticks an action or takes the tick back: at once on screen, with undo in the toast (product §2). */
export function useActionToggle(toast: Toast): (action: ActionDto, done: boolean) => void {
  const { t } = useTranslation(['actions', 'common'])
  const { mutate } = useSetActionStatus()
  return (action, done) =>
    mutate(
      { action, status: done ? 'done' : 'pending' },
      {
        onSuccess: (after) =>
          toast(t(done ? 'doneToast' : 'openToast'), 'success', {
            label: t('common:undo'),
            run: () =>
              mutate(
                { action: after, status: action.status },
                { onError: (failure) => showFailure(failure) },
              ),
          }),
        onError: (failure) => showFailure(failure),
      },
    )
}
