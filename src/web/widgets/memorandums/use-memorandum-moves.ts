import { useTranslation } from 'react-i18next'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { formatDayMonth } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import {
  useDeleteMemorandum,
  usePostponeMemorandum,
  useRestoreMemorandum,
  useSetMemorandumStatus,
} from '#web/widgets/queries/memorandum.queries.ts'

/** Where one is postponed to: a shortcut, or a date with a time. */
export type PostponeTarget = Omit<
  Parameters<ReturnType<typeof usePostponeMemorandum>['mutate']>[0],
  'memorandumId'
>

/** What is done with a memorandum where it is listed, each with its undo in the toast (product §2). */
export function useMemorandumMoves() {
  const { t } = useTranslation(['memorandums', 'common'])
  const { mutateAsync: setStatus } = useSetMemorandumStatus()
  const { mutateAsync: postpone } = usePostponeMemorandum()
  const deletion = useDeleteMemorandum()
  const { mutateAsync: restore } = useRestoreMemorandum()

  const undo = (run: () => Promise<unknown>) => ({
    label: t('common:undo'),
    run: () => void run().catch(showFailure),
  })
  const move = (memorandum: MemorandumDto, status: 'done' | 'cancelled', text: string) =>
    void setStatus({ memorandum, status }).then(
      (after) =>
        setAlert(
          text,
          'success',
          undo(() => setStatus({ memorandum: after, status: 'pending' })),
        ),
      showFailure,
    )
  return {
    toggle: (memorandum: MemorandumDto) => {
      if (memorandum.allowedActions.includes('done')) {
        const text = memorandum.recurrence === 'none' ? t('toast.done') : t('toast.doneNext')
        move(memorandum, 'done', text)
        return
      }
      void setStatus({ memorandum, status: 'pending' }).then(
        () => setAlert(t('toast.reopened'), 'success'),
        showFailure,
      )
    },
    cancel: (memorandum: MemorandumDto) => move(memorandum, 'cancelled', t('toast.cancelled')),
    /** The promise is of its success: a dialog closes then. */
    postpone: (memorandum: MemorandumDto, to: PostponeTarget) =>
      postpone({ memorandumId: memorandum.id, ...to }).then((after) => {
        const date = formatDayMonth(calendarDate(after.date), 'UTC', currentLanguage())
        const back = undo(() => setStatus({ memorandum: after, status: 'pending' }))
        setAlert(t('toast.postponed', { date }), 'success', back)
      }),
    remove: ({ id }: MemorandumDto, onDone?: () => void) =>
      void deletion.mutateAsync(id).then(() => {
        onDone?.()
        setAlert(
          t('toast.deleted'),
          'success',
          undo(() => restore(id)),
        )
      }, showFailure),
    /** Whether one is being deleted, or was: nothing about it is left to save. */
    isRemoving: deletion.isPending || deletion.isSuccess,
  }
}
