import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import type { BulkOutcome } from './bulk.queries.ts'
import { useInviteClients } from './bulk.queries.ts'
import type { DialogProps } from './dialog-props.ts'

/** Asks before the selected clients are mailed. */
export function InviteDialog({ selection, onClose, onDone }: DialogProps) {
  const { t } = useTranslation(['clients', 'common'])
  const { emailVerified } = useSessionUser()
  const { mutateAsync, isPending } = useInviteClients()
  const [problem, setProblem] = useState<string>()
  const count = selection.size
  const tell = ({ changed, waiting }: Pick<BulkOutcome, 'changed'> & { waiting: number }) => {
    if (changed.length === 0) return
    const later = waiting > 0 ? ` ${t('bulk.waiting', { count: waiting })}` : ''
    setAlert(t('bulk.done.invite', { count: changed.length }) + later, 'success')
  }
  const run = () =>
    void mutateAsync([...selection.keys()]).then(
      (outcome) => {
        tell(outcome)
        onDone(outcome, 'invite')
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <ConfirmDialog
      opened
      title={t('bulk.inviting.title', { count })}
      subtitle={t(emailVerified ? 'bulk.inviting.text' : 'unverified')}
      icon={<IconSend size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('bulk.invite'),
        run,
        loading: isPending,
        loadingLabel: t('common:loading'),
        disabled: !emailVerified,
      }}
      error={problem}
      onClose={onClose}
    />
  )
}
