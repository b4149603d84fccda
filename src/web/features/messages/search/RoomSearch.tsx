import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useRoom } from '../thread/room.ts'
import { FoundMessages } from './FoundMessages.tsx'
import classes from './RoomSearch.module.css'

/** Searches the open room; a message that is chosen is shown in its place. */
export function RoomSearch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages')
  const { roomId, jump, name } = useRoom()
  useFocusBack()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  return (
    <div className={classes.search} role="search" aria-label={t('search.inRoom', { name })}>
      <div className={classes.bar}>
        <TextInput
          className={classes.field}
          type="search"
          value={typed}
          maxLength={120}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button before it asked for this field
          autoFocus
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
        />
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('search.close')} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      {search !== '' && (
        <div className={classes.results}>
          <FoundMessages
            search={search}
            roomId={roomId}
            onOpen={({ seq }) => {
              jump(seq)
              onClose()
            }}
          />
        </div>
      )}
    </div>
  )
}
