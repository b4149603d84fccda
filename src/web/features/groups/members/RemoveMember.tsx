import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberDto } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useRemoveMember } from '../groups.queries.ts'

type Props = {
  groupId: string
  member: MemberDto
  opened: boolean
  /** Undoes the removal while the toast is visible (product §2). */
  onUndo: (member: MemberDto) => void
  onClose: () => void
}

/** Confirms removing a member from a group (product §7). */
export function RemoveMember({ groupId, member, opened, onUndo, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const { mutateAsync, isPending } = useRemoveMember(groupId)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  // A promise: the row moves to the former members, and callbacks of an unmounted row are not called.
  const remove = () =>
    void mutateAsync(member.id).then(
      ({ people = [] }) => {
        close()
        const removed = people.find(({ id }) => id === member.id)
        // An invited person would be mailed again: that needs the menu, not undo.
        const canUndo = member.status === 'active' && removed?.allowedActions.includes('add') === true
        setAlert(
          t('members.removed', { name: member.name }),
          'success',
          canUndo ? { label: t('common:undo'), run: () => onUndo(member) } : null,
        )
      },
      (failure: unknown) => showFailure(failure, { dialog: setProblem }),
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('members.removeTitle', { name: member.name })}
      subtitle={t('members.removeText')}
      icon={<IconUserMinus size={24} />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('members.removeAccept'),
        run: remove,
        loading: isPending,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={problem}
      onClose={close}
    />
  )
}
