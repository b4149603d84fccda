import '#web/ui/theme/kit-tabs.ts'
import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconLock, IconPlus, IconPresentation, IconUsers, IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { ShownResource } from '#contract/video/signals.ts'
import { beginAction, beginGroupAction } from '#web/store/new-action.ts'
import { beginGoal } from '#web/store/new-goal.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TabList } from '#web/ui/layout/tabs/TabList.tsx'
import type { CallSession } from '../call/call-session.ts'
import classes from './Drawer.module.css'
import { type Coachee, type DrawerParts, DrawerPartsContext, coacheeOf } from './parts.ts'
import { ResourcesToShow } from './ResourcesToShow.tsx'
import { ShownCard } from './ShownCard.tsx'
import { type DrawerTab, DRAWER_ID, type OpenDrawer } from './use-drawer.ts'

type Props = {
  session: SessionDto
  call: CallSession | undefined
  shown: ShownResource | null
  drawer: OpenDrawer
}

type Part = { tab: DrawerTab; label: string; icon?: ReactNode; content: () => ReactNode }

/** What two people work with beside their call (product §10): for a client, nothing of it is private to the coach. */
export default function WorkingDrawer({ session, call, shown, drawer }: Props) {
  const { t } = useTranslation(['video', 'common'])
  const { side } = useViewer()
  const parts = use(DrawerPartsContext)
  const close = useRef<HTMLButtonElement>(null)
  const begin = useEffectEvent(() => {
    if (drawer.isUsed) close.current?.focus()
  })
  useEffect(() => begin(), [])
  const about = coacheeOf(session)
  const tabs = useTabs({ session, call, shown }, about, parts)
  const open = tabs.find(({ tab }) => tab === drawer.tab) ?? tabs[0]
  if (!open) return null
  return (
    <aside
      id={DRAWER_ID}
      className={classes.drawer}
      aria-label={t('drawer.label')}
      data-tab={open.tab}
      onClickCapture={openBeside}
      onPointerDownCapture={drawer.use}
      onFocusCapture={drawer.use}
    >
      <div className={classes.head}>
        {side === 'coach' && <Begin about={about} />}
        <ActionIcon
          ref={close}
          className={classes.close}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('drawer.close')}
          onClick={drawer.close}
        >
          <IconX size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Tabs
        className={classes.tabs}
        value={open.tab}
        onChange={(tab) => drawer.open(tab as DrawerTab)}
        keepMounted={false}
      >
        <TabList active={open.tab} aria-label={t('drawer.label')} className={classes.list}>
          {tabs.map(({ tab, label, icon }) => (
            <Tabs.Tab key={tab} value={tab} leftSection={icon}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        {tabs.map(({ tab, content }) => (
          <Tabs.Panel key={tab} value={tab} className={classes.panel}>
            <Suspense
              fallback={
                <div className={classes.cards}>
                  <ListSkeleton label={t('common:loading')} rows={3} avatars={false} />
                </div>
              }
            >
              {content()}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </aside>
  )
}

function useTabs(
  { session, call, shown }: Omit<Props, 'drawer'>,
  about: Coachee,
  parts: DrawerParts | null,
): Part[] {
  const { t } = useTranslation('video')
  const viewer = useViewer()
  if (!parts) return []
  const { Agenda, Notes, NotesForMe, OwnActions, Chat } = parts
  const { clientId } = viewer
  const isCoach = viewer.side === 'coach'
  const agenda: Part = {
    tab: 'agenda',
    label: t('drawer.tabs.agenda'),
    icon: shown && <IconPresentation size={16} aria-hidden="true" />,
    content: () => (
      <div className={classes.cards}>
        {!isCoach && shown && <ShownCard shown={shown} />}
        <Agenda session={session} />
        <ResourcesToShow sessionId={session.id} call={call} shown={shown} />
        {/* Below its button, which stays where it was pressed. */}
        {isCoach && shown && <ShownCard shown={shown} />}
      </div>
    ),
  }
  const chat: Part = { tab: 'chat', label: t('drawer.tabs.chat'), content: () => <Chat room={about} /> }
  if (viewer.side === 'client' && clientId !== null) {
    return [
      agenda,
      {
        tab: 'notes',
        label: t('drawer.tabs.notes'),
        content: () => <NotesForMe sessionId={session.id} clientId={clientId} />,
      },
      {
        tab: 'actions',
        label: t('drawer.tabs.actions'),
        content: () => (
          <div className={classes.cards}>
            <OwnActions clientId={clientId} />
          </div>
        ),
      },
      chat,
    ]
  }
  return [
    agenda,
    {
      tab: 'private',
      label: t('drawer.tabs.private'),
      icon: <IconLock size={16} aria-hidden="true" />,
      content: () => <Notes key="private" session={session} about={about} visibility="private" />,
    },
    {
      tab: 'shared',
      label: t('drawer.tabs.shared', { name: about.name }),
      icon: <IconUsers size={16} aria-hidden="true" />,
      content: () => <Notes key="shared" session={session} about={about} visibility="shared" />,
    },
    chat,
  ]
}

/** Begins what is agreed on while it is said. */
function Begin({ about: { type, itemId } }: { about: Coachee }) {
  const { t } = useTranslation('video')
  const button = {
    'size': 'compact-md',
    'variant': 'light',
    'aria-haspopup': 'dialog',
    'leftSection': <IconPlus size={16} aria-hidden="true" />,
  } as const
  const action = () =>
    type === 'Group' ? beginGroupAction(itemId, { text: '', detail: '' }) : beginAction(itemId)
  return (
    <div className={classes.begin}>
      <Button {...button} onClick={action}>
        {t('drawer.action')}
      </Button>
      <Button {...button} onClick={() => beginGoal({ type, itemId })}>
        {t('drawer.goal')}
      </Button>
    </div>
  )
}

/** A link to another page opens beside the call, which its own page would end. */
function openBeside(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return
  const { origin, pathname } = new URL(link.href, location.href)
  if (origin === location.origin && pathname === location.pathname) return
  event.preventDefault()
  event.stopPropagation()
  window.open(link.href, '_blank', 'noopener')
}
