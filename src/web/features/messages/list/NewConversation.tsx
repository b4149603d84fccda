import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoacheeType, RoomId } from '#contract/values.ts'
import { useViewer } from '#web/store/viewer.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { coacheesQuery } from '#web/widgets/people/people.queries.ts'
import type { ListedRoom } from './listed-rooms.ts'
import classes from './NewConversation.module.css'

type Props = {
  addressOf: (room: Pick<ListedRoom, 'roomId' | 'type'>) => string
  onClose: () => void
}

/** Whom a coach writes to: their clients and groups by name. */
export default function NewConversation({ addressOf, onClose }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const { coachId } = useViewer()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const query = useQuery(coacheesQuery(coachId, search))
  const named = (people: readonly Coachee[]) =>
    people.map((person) => ({
      ...person,
      to: addressOf({ roomId: person.itemId as RoomId, type: person.type }),
    }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('messages:begin.title')}
      radius={16}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <TextInput
        type="search"
        data-autofocus
        value={typed}
        maxLength={120}
        aria-label={t('messages:begin.search')}
        placeholder={t('messages:begin.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.people}>
        <QueryView query={query}>
          {({ clients, groups }) => (
            <>
              {clients.length + groups.length === 0 && (
                <p className={classes.none}>
                  {t(search === '' ? 'messages:begin.nobody' : 'messages:begin.none')}
                </p>
              )}
              <People title={t('messages:begin.groups')} people={named(groups)} onChosen={onClose} />
              <People title={t('messages:begin.clients')} people={named(clients)} onChosen={onClose} />
            </>
          )}
        </QueryView>
      </div>
    </Modal>
  )
}

type Coachee = { type: CoacheeType; itemId: string; name: string }
type PeopleProps = { title: string; people: readonly (Coachee & { to: string })[]; onChosen: () => void }

function People({ title, people, onChosen }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {people.map(({ itemId, name, to }) => (
          <li key={itemId}>
            <Link to={to} className={classes.person} onClick={onChosen}>
              <PersonAvatar name={name} size={32} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
