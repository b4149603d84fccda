import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { BlockDto } from '#contract/calendar/time-blocks.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { SeriesScopeChoice } from '#web/widgets/session/SeriesScopeChoice.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { useDeleteBlock, useRestoreBlock } from '../calendar.queries.ts'

/** Confirms deleting blocked time and, for a series, how much of it. */
export function DeleteBlock({ block, onClose }: { block: BlockDto; onClose: () => void }) {
  const { t } = useTranslation(['calendar', 'common'])
  const { coachId } = useViewer()
  const remove = useDeleteBlock(coachId)
  const send = useSend(remove)
  const restore = useRestoreBlock(coachId)
  const [scope, setScope] = useState<SeriesScope>('one')
  const [problem, setProblem] = useState<string>()
  useFocusBack()
  const accept = () =>
    send(
      { blockId: block.id, scope },
      {
        onSuccess: () =>
          setAlert(t('block.deleted'), 'success', {
            label: t('common:undo'),
            run: () => restore.mutate(block.id),
          }),
        onSuccessHere: onClose,
        onErrorHere: (failure) => showFailure(failure, { dialog: setProblem }),
      },
    )
  return (
    <ConfirmDialog
      opened
      title={t('block.deleteTitle')}
      subtitle={t('block.deleteText', { title: block.title ?? t('blocked') })}
      icon={<IconTrash size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('block.delete'),
        run: accept,
        loading: remove.isPending,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={problem}
      onClose={onClose}
    >
      {block.seriesId !== null && (
        <SeriesScopeChoice label={t('block.scope')} value={scope} onChange={setScope} />
      )}
    </ConfirmDialog>
  )
}
