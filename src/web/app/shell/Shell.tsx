import '#web/ui/theme/kit-shell.ts'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { meQuery } from '#web/widgets/queries/me.queries.ts'
import { reportedZone } from '#time/zones.ts'
import { loadTexts } from '#web/api/texts/i18n.ts'
import { WithQueries } from '#web/app/WithQueries.tsx'
import { endAction, useNewAction } from '#web/store/new-action.ts'
import { endGoal, useNewGoal } from '#web/store/new-goal.ts'
import { endNote, useNewNote } from '#web/store/new-note.ts'
import { endBeginning, useNewClient } from '#web/store/new-client.ts'
import { useSessionUser, useSpace, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import { notices } from '#web/ui/layout/notices.ts'
import { PageFrameContext } from '#web/ui/layout/Page.tsx'
import { loadKit } from '#web/ui/theme/load-kit.ts'
import { latePart } from '#web/widgets/late/late-part.ts'
import { lazyDialog, lazyNotice, withTexts } from '#web/widgets/lazy-part.tsx'
import { useIdle } from '#web/widgets/use-idle.ts'
import { SideDrawer, aheadParts } from './ahead.ts'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './header/Header.tsx'
import { NewActionDialog, NewGoalDialog, NewGroupActionDialog } from './new-dialogs.ts'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { type Titles, createTitles } from './titles.ts'

const CONTENT_ID = 'content'

const kit = latePart('ui/theme/kit-rest.ts', loadKit)

const NewClientDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([
    import('#web/features/clients/edit/NewClientDialog.tsx'),
    loadTexts(['clients', 'validation']),
  ])
  return dialog
})

const NewNoteDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([
    import('#web/features/notes/begin/NewNoteDialog.tsx'),
    loadTexts(['notes', 'clients']),
  ])
  return dialog
})

// Asked for on each screen, where the other parts that come late only do for a tap.
const MailsWaitBanner = lazyNotice(async () => ({
  default: (await import('./MailsWaitBanner.tsx')).MailsWaitBanner,
}))

// Few need them: people whose address is not confirmed yet, or whose browser is in another zone.
const EmailBanner = lazyNotice(async () => ({
  default: (await import('#web/features/auth/EmailBanner.tsx')).EmailBanner,
}))

const GraceBanner = lazyNotice(() =>
  withTexts(['payment'], import('#web/features/payment/grace/GraceBanner.tsx')),
)

const EndBanner = lazyNotice(() =>
  withTexts(['account'], import('#web/features/account/deletion/EndBanner.tsx')),
)

const InstalledApp = lazyNotice(async () => ({
  default: (await import('#web/app/installed/InstalledApp.tsx')).InstalledApp,
}))

const ZoneHint = lazyNotice(async () => ({ default: (await import('#web/app/zone/ZoneHint.tsx')).ZoneHint }))

/** The frame of every signed-in screen, with its queries. */
export function Component() {
  return (
    <WithQueries>
      <Frame />
    </WithQueries>
  )
}

/** Sidebar, header, and on phones a drawer and a bar at the foot. */
function Frame() {
  const { t } = useTranslation(['shell', 'common'])
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(() => storage.readCollapsed())
  const [drawerOpened, drawer] = useDisclosure(false)
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [titles] = useState(createTitles)
  const frame = useMemo(
    () => ({ titleSlot: titles.slot, appName: t('common:appName'), claimTitle: titles.claim }),
    [titles, t],
  )

  const beginsClient = useNewClient(({ opened }) => opened)
  const beginsAction = useNewAction(({ opened }) => opened)
  const actionOfGroup = useNewAction(({ groupId }) => groupId)
  const beginsGoal = useNewGoal(({ opened }) => opened)
  const beginsNote = useNewNote(({ opened }) => opened)
  const closeDrawer = drawer.close
  useEffect(closeDrawer, [pathname, wide, closeDrawer])
  // Kept fresh for the screens that read it: nothing here shows it, so nothing is rendered for it.
  useQuery({ ...meQuery, notifyOnChangeProps: [] })
  useIdle(fetchAhead)
  useMessages()

  const toggleCollapsed = () => {
    storage.writeCollapsed(!collapsed)
    setCollapsed(!collapsed)
  }

  return (
    <PageFrameContext value={frame}>
      <div className={classes.shell} data-collapsed={collapsed || undefined}>
        <a className={classes.skip} href={`#${CONTENT_ID}`}>
          {t('skip')}
        </a>
        {wide ? (
          <aside className={classes.aside}>
            <Sidebar collapsed={collapsed} onToggle={toggleCollapsed} />
          </aside>
        ) : (
          <Suspense>
            {drawerOpened && (
              <SideDrawer label={t('menu.main')} onClose={drawer.close}>
                <Sidebar onClose={drawer.close} />
              </SideDrawer>
            )}
          </Suspense>
        )}
        <div className={classes.column}>
          <Header onMenu={wide ? undefined : drawer.open} titles={titles} />
          <main id={CONTENT_ID} className={`${classes.main} norte-leaves-room`} tabIndex={-1}>
            {/* A notice above a screen comes together with it: later it would move what a finger is about to touch. */}
            <Suspense>
              <Notices />
              <Outlet />
            </Suspense>
          </main>
        </div>
        <FocusOnTitle pathname={pathname} titles={titles} />
        {!wide && <BottomBar />}
        <Suspense>{beginsClient && <NewClientDialog onClose={() => endBeginning()} />}</Suspense>
        <Suspense>{beginsGoal && <NewGoalDialog hidden={beginsClient} onClose={endGoal} />}</Suspense>
        <Suspense>{beginsNote && <NewNoteDialog hidden={beginsClient} onClose={endNote} />}</Suspense>
        <Suspense>
          {actionOfGroup !== null && <NewGroupActionDialog groupId={actionOfGroup} onClose={endAction} />}
          {beginsAction && actionOfGroup === null && (
            <NewActionDialog hidden={beginsClient} onClose={endAction} />
          )}
        </Suspense>
      </div>
    </PageFrameContext>
  )
}

/** Sends unsent messages and tells what was received, on every screen, once the first one is shown. */
function useMessages() {
  const [isIdle, setIdle] = useState(false)
  useIdle(useCallback(() => setIdle(true), []))
  const space = useSpace()
  const [isMissing, setMissing] = useState(false)
  const isConnected = useStore(({ socket }) => socket.isConnected)
  // Its code did not arrive, in an outage perhaps: once there is a connection it is asked for again.
  const again = isMissing && isConnected
  useEffect(() => {
    if (!isIdle) return undefined
    let stop: (() => void) | undefined
    let isOver = false
    void import('#web/widgets/messages/background.ts').then(
      ({ runMessages }) => {
        if (!isOver) stop = runMessages()
      },
      () => setMissing(true),
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [isIdle, space, again])
}

/** What there is to say above every screen. The one about mails asks the server, once the screen has what it needs. */
function Notices() {
  const { emailVerified, timezone, endsAt, coach } = useSessionUser()
  const mailsPeople = useStore(({ session }) => session.userType === 'coach' && session.payment)
  // Of a client it is their coach's.
  const isPastDue = useStore(
    ({ session }) => session.userType === 'coach' && session.paymentStatus === 'pastDue',
  )
  const [isIdle, setIdle] = useState(false)
  useIdle(useCallback(() => startTransition(() => setIdle(true)), []))
  return (
    <div ref={notices} className={classes.notices}>
      {!emailVerified && <EmailBanner />}
      {isPastDue && <GraceBanner />}
      {(endsAt ?? coach?.endsAt) && <EndBanner />}
      {reportedZone() !== timezone && <ZoneHint />}
      <Suspense>{mailsPeople && isIdle && <MailsWaitBanner />}</Suspense>
      {/* Without a network it has what there is to read. */}
      <Suspense>{(isIdle || !navigator.onLine) && <InstalledApp />}</Suspense>
    </div>
  )
}

/**
 * After a change of screen the title has the focus, so that a screen reader says where one is; unless somebody already
 * types into a dialog that they opened meanwhile, like the palette. A title that comes later, once what it names is
 * there, or in the place of a form that was sent, has it when it is nowhere else.
 */
function FocusOnTitle({ pathname, titles }: { pathname: string; titles: Titles }) {
  const shown = useSyncExternalStore(titles.subscribe, titles.shown)
  const before = useRef({ pathname, shown, hasMoved: false })
  useEffect(() => {
    const last = before.current
    const hasMoved = last.hasMoved || last.pathname !== pathname || last.shown > 0
    before.current = { pathname, shown, hasMoved }
    const focus = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    if (last.pathname !== pathname) {
      if (!document.activeElement?.matches('[role="dialog"] input')) focus()
      return
    }
    // The first one is that of the page as it was opened: there the reader begins at the top.
    if (hasMoved && last.shown !== shown && document.activeElement === document.body) focus()
  }, [pathname, shown])
  return null
}

/** Fetches what the next tap needs: the styles of every other screen, and the parts of the shell. */
function fetchAhead(): void {
  kit.prefetch()
  aheadParts.prefetch()
}
