import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type BulkOutcome, bulkPreviewQuery, leftUnnamed, useInviteClients } from './bulk.queries.ts'
import { ChangedClients } from './ChangedClients.tsx'
import type { DialogProps } from './dialog-props.ts'
import { LeftClients } from './LeftClients.tsx'

/** Asks before the selected clients are mailed, and names who gets no mail. */
export function InviteDialog({ selection, onClose, onDone }: DialogProps) {
  const { t } = useTranslation(['clients', 'common'])
  const { emailVerified } = useSessionUser()
  const { mutateAsync, isPending } = useInviteClients()
  const [problem, setProblem] = useState<string>()
  const ids = [...selection.keys()]
  const query = useQuery({ ...bulkPreviewQuery(ids, 'invite'), enabled: emailVerified })
  const invited = query.data?.changed.length ?? 0
  const asked = query.data?.changed ?? ids
  const tell = ({ changed, waiting }: Pick<BulkOutcome, 'changed'> & { waiting: number }) => {
    if (changed.length === 0) return
    const later = waiting > 0 ? ` ${t('bulk.waiting', { count: waiting })}` : ''
    setAlert(t('bulk.done.invite', { count: changed.length }) + later, 'success')
  }
  const run = () =>
    void mutateAsync(ids).then(
      (outcome) => {
        tell(outcome)
        onDone({ left: leftUnnamed(outcome.left, query.data) }, 'invite')
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <ConfirmDialog
      opened
      title={t('bulk.inviting.title', { count: asked.length, name: selection.get(asked[0] ?? '')?.fullName })}
      subtitle={t(
        emailVerified ? `bulk.inviting.${query.data && invited === 0 ? 'nobody' : 'text'}` : 'unverified',
        { count: asked.length },
      )}
      icon={<IconSend size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('bulk.invite'),
        run,
        loading: isPending,
        loadingLabel: t('common:loading'),
        disabled: invited === 0,
      }}
      error={problem}
      onClose={onClose}
    >
      {emailVerified && (
        <QueryView
          query={query}
          skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}
        >
          {({ changed, left }) => (
            <>
              <ChangedClients changed={changed} selection={selection} />
              <LeftClients left={left} selection={selection} action="invite" />
            </>
          )}
        </QueryView>
      )}
    </ConfirmDialog>
  )
}
