import { Modal } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useNewAction } from '#web/store/new-action.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { groupActionsQuery } from '#web/widgets/queries/action.queries.ts'
import AssignDialog from './AssignDialog.tsx'
import { peopleOf } from './group-people.ts'

type Props = { groupId: string; onClose: () => void }

/** A new action for a group, begun over another screen: its people are asked for first. */
export default function NewGroupActionDialog({ groupId, onClose }: Props) {
  const { t } = useTranslation(['actions', 'common'])
  const { data, error } = useInfiniteQuery(groupActionsQuery(groupId))
  const words = useNewAction(({ words: begun }) => begun)
  const isOver = data?.pages[0]?.canAdd === false
  useEffect(() => {
    if (!error && !isOver) return
    setAlert(error ? failureText(error) : t('actions:group.over'), 'error')
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is known
  }, [error, isOver])
  if (!data || isOver) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('actions:group.new')}
        radius={16}
        centered
        withCloseButton={false}
      >
        <ListSkeleton label={t('common:loading')} rows={3} avatars={false} />
      </Modal>
    )
  }
  const people = peopleOf(data.pages).filter(({ isIn }) => isIn)
  return <AssignDialog groupId={groupId} people={people} words={words} onClose={onClose} />
}
