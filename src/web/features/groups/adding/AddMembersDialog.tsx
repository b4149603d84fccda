import { Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { seatsLeft } from '../seats.ts'
import { AddPeople } from './AddPeople.tsx'
import type { Candidate } from './candidates.ts'
import classes from './AddMembersDialog.module.css'
import type { PastedPerson } from './pasted-people.ts'
import { PeopleRows } from './PeopleRows.tsx'

type Props = { group: GroupDetail; onClose: () => void }

/** Adds members to a group: any number of clients, and people who are new, together (product §7). */
export default function AddMembersDialog({ group, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  useFocusBack()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [text, setText] = useState('')
  const [people, setPeople] = useState<PastedPerson[]>()
  const [isLeaving, setLeaving] = useState(false)
  const free = seatsLeft(group)
  const left = Math.max(0, free - chosen.size)
  // Only what was typed is worth a confirmation.
  const hasText = text.trim() !== ''
  const toggle = (client: Candidate) => {
    const next = new Map(chosen)
    if (!next.delete(client.id)) next.set(client.id, client)
    setChosen(next)
  }
  return (
    <Modal
      opened
      onClose={hasText ? () => setLeaving(true) : onClose}
      // The question has the focus while it is open.
      closeOnEscape={!isLeaving}
      title={t('adding.title')}
      centered
      size={680}
      radius={16}
      // A click outside must not lose the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* The list of new people says itself whether all of them fit. */}
      {!people && (
        <p className={classes.seats} role="status">
          {chosen.size > 0 && `${t('adding.chosen', { count: chosen.size })} `}
          {left === 0 ? t('noSeatsLeft') : t('seatsLeft', { count: left })}
        </p>
      )}
      {people ? (
        <PeopleRows
          group={group}
          clientIds={[...chosen.keys()]}
          people={people}
          onDone={onClose}
          onStartOver={() => setPeople(undefined)}
        />
      ) : (
        <AddPeople
          group={group}
          chosen={chosen}
          onToggle={toggle}
          text={text}
          onText={setText}
          onReview={setPeople}
          onDone={onClose}
        />
      )}
      {/* Mounted only when needed: otherwise the Escape that opens the question would also answer it. */}
      {isLeaving && (
        <ConfirmDialog
          opened
          title={t('common:leave.title')}
          subtitle={t('common:leave.text')}
          icon={<IconAlertTriangle size={24} />}
          cancel={{ label: t('common:leave.stay'), run: () => setLeaving(false) }}
          accept={{ label: t('common:leave.accept'), run: onClose, danger: true }}
        />
      )}
    </Modal>
  )
}
