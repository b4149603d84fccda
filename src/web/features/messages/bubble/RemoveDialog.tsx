import { useMutation } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageDto } from '#contract/thread.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useSend } from '#web/widgets/use-send.ts'

type Props = { message: MessageDto; onRemoved: (message: MessageDto) => void; onClose: () => void }

/** The question before a message is taken back: for everybody, and for good. */
export default function RemoveDialog({ message: { id }, onRemoved, onClose }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const [error, setError] = useState<string>()
  const remove = useMutation({
    mutationFn: () => call('DELETE /v1/message/entry/:messageId', { params: { messageId: id } }),
  })
  const send = useSend(remove)
  return (
    <ConfirmDialog
      opened
      title={t('messages:remove.title')}
      subtitle={t('messages:remove.text')}
      icon={<IconTrash />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('messages:menu.delete'),
        danger: true,
        loading: remove.isPending,
        loadingLabel: t('common:loading'),
        run: () =>
          send(undefined, {
            onSuccess: onRemoved,
            onSuccessHere: onClose,
            onErrorHere: (failure) => showFailure(failure, { dialog: setError }),
          }),
      }}
      error={error}
      onClose={onClose}
    />
  )
}
