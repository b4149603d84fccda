import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChecklist,
  IconChecks,
  IconChevronDown,
  IconCopy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EDIT_MINUTES, type MessageDto } from '#contract/thread.ts'
import { MINUTE_MS, fromIso } from '#time/clock.ts'
import { setAlert } from '#web/store/alert.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useRoom } from '../thread/room.ts'
import classes from './MessageBubble.module.css'

type Props = { message: MessageDto; own: boolean; opened: boolean; onChange: (opened: boolean) => void }

/** What can be done with a message: by its button, the keyboard, or a long press on it. */
export function MessageMenu({ message, own, opened, onChange }: Props) {
  const { t } = useTranslation('messages')
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position={own ? 'bottom-start' : 'bottom-end'}
      shadow="md"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          variant="transparent"
          color="gray"
          size={28}
          aria-label={t('message.menu')}
        >
          <IconChevronDown size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{opened && <Entries message={message} own={own} />}</Menu.Dropdown>
    </Menu>
  )
}

function Entries({ message, own }: Pick<Props, 'message' | 'own'>) {
  const { t } = useTranslation('messages')
  const room = useRoom()
  const age = useNow() - fromIso(message.createdAt)
  const canEdit = own && room.canWrite && age < EDIT_MINUTES * MINUTE_MS
  const copy = async () => {
    const isCopied = await copyText(message.text)
    setAlert(t(isCopied ? 'menu.copied' : 'menu.notCopied'), isCopied ? 'success' : 'error')
  }
  return (
    <>
      {room.canWrite && (
        <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={() => room.answer(message)}>
          {t('menu.answer')}
        </Menu.Item>
      )}
      {canEdit && (
        <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => room.edit(message)}>
          {t('menu.edit')}
        </Menu.Item>
      )}
      {message.text !== '' && (
        <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => void copy()}>
          {t('menu.copy')}
        </Menu.Item>
      )}
      {room.toAction && (
        <Menu.Item leftSection={<IconChecklist size={18} />} onClick={() => room.toAction?.(message)}>
          {t('menu.toAction')}
        </Menu.Item>
      )}
      {own && room.type === 'Group' && (
        <Menu.Item leftSection={<IconChecks size={18} />} onClick={() => room.showReaders(message)}>
          {t('menu.readers')}
        </Menu.Item>
      )}
      {own && (
        <Menu.Item c="negative" leftSection={<IconTrash size={18} />} onClick={() => room.remove(message)}>
          {t('menu.delete')}
        </Menu.Item>
      )}
    </>
  )
}
