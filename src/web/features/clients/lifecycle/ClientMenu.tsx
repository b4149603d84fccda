import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { clientParts } from '../client-parts.ts'

type Props = {
  client: ClientDto
  /** In the list the menu also has links to the client and actions that the client's screen shows as buttons. */
  inList?: boolean
}

/** The actions for one client: exactly what the server allows now. */
export function ClientMenu({ client, inList = false }: Props) {
  const { t } = useTranslation('clients')
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement | null>(null)
  // There is nothing to do with what remains of somebody who deleted their account.
  if (client.accountEnded) return null
  return (
    <LateMenu
      part={clientParts}
      kind="menu"
      opened={opened}
      onChange={setOpened}
      onElement={(element) => (target.current = element)}
      button={(props) => (
        <ActionIcon
          {...props}
          variant={inList ? 'subtle' : 'default'}
          color="gray"
          size={inList ? 'lg' : 'input-sm'}
          aria-label={t('menuOf', { name: client.fullName })}
        >
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      menu={({ ClientEntries }, button, isOpen) => (
        <ClientEntries
          client={client}
          inList={inList}
          opened={isOpen}
          onChange={setOpened}
          target={button}
          focusTarget={() => target.current?.focus()}
        />
      )}
    />
  )
}
