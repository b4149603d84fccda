import { IconMessage, IconNotebook } from '@tabler/icons-react'
import { type ComponentPropsWithRef, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { RoundButton } from '../media/RoundButton.tsx'
import classes from './Drawer.module.css'
import { type DrawerParts, DrawerPartsContext, coacheeOf } from './parts.ts'
import { SessionTimer } from './SessionTimer.tsx'
import { type DrawerTab, DRAWER_ID, type OpenDrawer } from './use-drawer.ts'

type Props = { session: SessionDto; drawer: OpenDrawer; isShowing: boolean }

/** The session's time, and the ways to what one works with beside the call. */
export function DrawerTools({ session, drawer, isShowing }: Props) {
  const { t } = useTranslation('video')
  const parts = use(DrawerPartsContext)
  // It is in the agenda's tab.
  const isUnseen = isShowing && drawer.tab !== 'agenda'
  return (
    <div className={classes.tools}>
      <SessionTimer session={session} />
      {parts && (
        <>
          <span className={classes.counted}>
            <Opener
              drawer={drawer}
              isOpen={drawer.tab !== null && drawer.tab !== 'chat'}
              opens={isUnseen ? 'agenda' : drawer.lastWork}
              label={t(isUnseen ? 'drawer.openShown' : 'drawer.open')}
              icon={<IconNotebook size={22} />}
            />
            {isUnseen && <span className={classes.dot} aria-hidden="true" />}
          </span>
          <ChatOpener session={session} drawer={drawer} parts={parts} />
        </>
      )}
    </div>
  )
}

function ChatOpener({
  session,
  drawer,
  parts: { useUnread },
}: Omit<Props, 'isShowing'> & { parts: DrawerParts }) {
  const { t } = useTranslation('video')
  const isOpen = drawer.tab === 'chat'
  const unread = useUnread(coacheeOf(session).itemId)
  const count = isOpen ? 0 : unread
  return (
    <span className={classes.counted}>
      <Opener
        drawer={drawer}
        isOpen={isOpen}
        opens="chat"
        label={count > 0 ? t('drawer.chatUnread', { count }) : t('drawer.tabs.chat')}
        icon={<IconMessage size={22} />}
      />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  )
}

type OpenerProps = Pick<ComponentPropsWithRef<typeof RoundButton>, 'label' | 'icon'> & {
  drawer: OpenDrawer
  isOpen: boolean
  opens: DrawerTab
}

function Opener({ drawer, isOpen, opens, ...button }: OpenerProps) {
  return (
    <RoundButton
      {...button}
      className={classes.opener}
      look={isOpen ? 'active' : 'on'}
      aria-expanded={isOpen}
      aria-controls={isOpen ? DRAWER_ID : undefined}
      onClick={({ currentTarget }) => {
        if (isOpen) drawer.close()
        else drawer.open(opens, currentTarget)
      }}
    />
  )
}
