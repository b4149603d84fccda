import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useStore } from '#web/store/store.ts'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { DrawerTools } from '../drawer/DrawerTools.tsx'
import { useDrawer } from '../drawer/use-drawer.ts'
import { useShown } from '../drawer/use-shown.ts'
import { MediaProblems } from '../media/MediaProblems.tsx'
import type { MediaView, OwnMedia } from '../media/own-media.ts'
import { Controls } from './Controls.tsx'
import { OtherWays } from './OtherWays.tsx'
import { Stage } from '../stage/Stage.tsx'
import type { CallSession, CallView } from './call-session.ts'
import type { StageChoice } from '../stage/stage-layout.ts'
import { useStuck } from './use-stuck.ts'
import classes from './CallFrame.module.css'

type Props = {
  session: SessionDto
  /** Undefined for the first moment. */
  call: CallSession | undefined
  view: CallView
  media: OwnMedia
  own: MediaView
  hand: boolean
  onHand: (hand: boolean) => void
  news: string | undefined
}

const WorkingDrawer = lazyCard(() => import('../drawer/WorkingDrawer.tsx'))

/** The call itself: who is in it, and what one can do. */
export function CallFrame({ session, call, view, media, own, hand, onHand, news }: Props) {
  const { t } = useTranslation(['video', 'common'])
  const [choice, setChoice] = useState<StageChoice>('grid')
  const drawer = useDrawer()
  useShown(view.shown, drawer)
  const [seen, setSeen] = useState('')
  const problems = `${own.problems.camera} ${own.problems.microphone}`
  const hasLine = useStore(({ socket }) => socket.isConnected)
  const isStuck = useStuck(view)
  const title = useRef<HTMLHeadingElement>(null)
  // What was focused is gone with the lobby.
  useEffect(() => title.current?.focus(), [])
  const isAway = view.state === 'away' || (view.state === 'joined' && !hasLine)
  return (
    <main className={`${classes.call} norte-dark`} data-drawer={drawer.tab ?? undefined}>
      <title>{`${session.title} · ${t('common:appName')}`}</title>
      <header className={classes.head}>
        <h1 ref={title} className={classes.title} tabIndex={-1}>
          {session.title}
        </h1>
        <p className={classes.news} role="status">
          {isAway ? t('line.own') : view.state === 'joining' ? t('line.joining') : (news ?? '')}
        </p>
        <DrawerTools session={session} drawer={drawer} isShowing={view.shown !== null} />
      </header>
      {(isStuck || view.isSfuAway) && (
        <OtherWays session={session} isStuck={isStuck} isSfuAway={view.isSfuAway} />
      )}
      <Stage session={session} call={call} view={view} own={own} hand={hand} choice={choice} />
      <div className={classes.problems}>
        {problems !== seen && <MediaProblems problems={own.problems} onClose={() => setSeen(problems)} />}
      </div>
      <Controls
        session={session}
        call={call}
        media={media}
        own={own}
        hand={hand}
        onHand={onHand}
        choice={choice}
        onChoice={setChoice}
        isGroup={view.others.length > 1}
      />
      <Suspense>
        {drawer.tab && <WorkingDrawer session={session} call={call} shown={view.shown} drawer={drawer} />}
      </Suspense>
    </main>
  )
}
