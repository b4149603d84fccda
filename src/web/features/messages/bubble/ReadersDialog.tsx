import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MessageDto, RoomPerson } from '#contract/thread.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { readersOf } from '../thread/message-state.ts'
import { type Room, fullNameOf } from '../thread/room.ts'
import classes from './ReadersDialog.module.css'

type Props = { message: MessageDto; room: Pick<Room, 'people' | 'reads'>; onClose: () => void }

/** Who of a group has read a message, and who has not. */
export default function ReadersDialog({ message, room, onClose }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const { read, unread } = readersOf(message, room)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messages:readers.title')}
      radius={16}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {read.length === 0 && <p className={classes.none}>{t('messages:readers.nobody')}</p>}
      {read.length > 0 && <People title={t('messages:readers.read')} people={read} />}
      {unread.length > 0 && <People title={t('messages:readers.unread')} people={unread} />}
    </Modal>
  )
}

function People({ title, people }: { title: string; people: readonly RoomPerson[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.userId} className={classes.person}>
            <PersonAvatar
              name={fullNameOf(person)}
              lastName={person.lastName}
              src={person.photo?.fileURL}
              size={32}
            />
            {fullNameOf(person)}
          </li>
        ))}
      </ul>
    </section>
  )
}
