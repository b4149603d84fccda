import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarPlus, IconDots, IconSend, IconShare3, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { paths } from '#web/paths.ts'
import { useInvite } from '../use-invite.ts'
import { ShareInvitation } from './ShareInvitation.tsx'

/** What can be done with one person from the list. */
export function ClientMenu({ client }: { client: ClientDto }) {
  const { t } = useTranslation('clients')
  const invite = useInvite(client)
  const [sharing, setSharing] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('menuOf', { name: client.fullName })}
          >
            <IconDots size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.clientView({ clientId: client.id })}
            leftSection={<IconUser size={18} aria-hidden="true" />}
          >
            {t('view')}
          </Menu.Item>
          {client.allowedActions.includes('book') && (
            <Menu.Item
              component={Link}
              to={paths.sessionNewCoach({ type: 'Client', clientId: client.id })}
              leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
            >
              {t('book')}
            </Menu.Item>
          )}
          {invite && (
            <Menu.Item
              leftSection={<IconSend size={18} aria-hidden="true" />}
              disabled={invite.running}
              onClick={invite.run}
            >
              {invite.label}
            </Menu.Item>
          )}
          {client.allowedActions.includes('share') && (
            <Menu.Item
              leftSection={<IconShare3 size={18} aria-hidden="true" />}
              onClick={() => setSharing(true)}
            >
              {t('share.open')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {sharing && <ShareInvitation client={client} onClose={() => setSharing(false)} />}
    </>
  )
}
