import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconFlag,
  IconMessage,
  IconNote,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRotate,
  IconSend,
  IconShare3,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDto } from '#contract/clients.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { whatsappLink } from '#web/widgets/contact-links.ts'
import { type AskedTransition, TRANSITIONS, type Transition, isAsked, isEnding } from './transitions.ts'
import { useInvite } from './use-invite.ts'
import { useClientTransition } from './use-transition.ts'
import { TransitionDialog } from './TransitionDialog.tsx'
import { ShareInvitation } from './ShareInvitation.tsx'

const TRANSITION_ICONS: Record<Transition, Icon> = {
  resume: IconPlayerPlay,
  reactivate: IconRotate,
  restore: IconArrowBackUp,
  pause: IconPlayerPause,
  finish: IconFlag,
  archive: IconArchive,
}

type Props = {
  client: ClientDto
  inList: boolean
  opened: boolean
  onChange: (opened: boolean) => void
  target: ReactNode
  /** Gives the focus to the menu's button. */
  focusTarget: () => void
}

/** The menu of `ClientMenu`, with its questions. */
export function ClientEntries({ client, inList, opened, onChange, target, focusTarget }: Props) {
  const { t } = useTranslation('clients')
  const [sharing, setSharing] = useState(false)
  const [asking, setAsking] = useState<AskedTransition>()
  // Called here, not in the menu: the request continues when the menu closes.
  const invite = useInvite(client)
  const go = useClientTransition(client)
  // The menu item that opened a dialog is unmounted by then: the focus returns to the menu's button.
  const close = () => {
    setSharing(false)
    setAsking(undefined)
    focusTarget()
  }
  const transitions = TRANSITIONS.filter((each) => client.allowedActions.includes(each))
  const start = (step: Transition) => {
    if (isAsked(step)) return setAsking(step)
    void go(step).catch((failure: unknown) => showFailure(failure))
  }
  return (
    <>
      <Menu
        opened={opened}
        onChange={onChange}
        position="bottom-end"
        width={200}
        withinPortal={false}
        returnFocus
      >
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          {inList && <ListItems client={client} />}
          {/* For the coach alone, about anybody who is not archived. */}
          {!inList && client.status !== 'archived' && (
            <Menu.Item
              component={Link}
              to={paths.memorandumNew({ clientId: client.id })}
              leftSection={<IconNote size={18} aria-hidden="true" />}
            >
              {t('addMemorandum')}
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to={paths.clientEdit({ clientId: client.id })}
            leftSection={<IconPencil size={18} aria-hidden="true" />}
          >
            {t('edit')}
          </Menu.Item>
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
          {transitions.length > 0 && <Menu.Divider />}
          {transitions.map((step) => {
            const MoveIcon = TRANSITION_ICONS[step]
            return (
              <Menu.Item
                key={step}
                {...(isEnding(step) && { c: 'negative' })}
                leftSection={<MoveIcon size={18} aria-hidden="true" />}
                onClick={() => start(step)}
              >
                {t(`moves.menu.${step}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {sharing && <ShareInvitation client={client} onClose={close} />}
      {asking && <TransitionDialog client={client} move={asking} onClose={close} />}
    </>
  )
}

function ListItems({ client }: Pick<Props, 'client'>) {
  const { t } = useTranslation('clients')
  const whatsapp = whatsappLink(client.whatsapp, client.country)
  return (
    <>
      <Menu.Item
        component={Link}
        to={paths.clientView({ clientId: client.id })}
        leftSection={<IconUser size={18} aria-hidden="true" />}
      >
        {t('view')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={paths.messagesOf({ type: 'Client', itemId: client.id })}
        leftSection={<IconMessage size={18} aria-hidden="true" />}
      >
        {t('message')}
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
      {whatsapp !== undefined && (
        <Menu.Item
          component="a"
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden="true" />}
        >
          {t('whatsapp')}
        </Menu.Item>
      )}
    </>
  )
}
