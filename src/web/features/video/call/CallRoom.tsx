import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { storage } from '#web/storage.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { LobbyFrame } from '../lobby/LobbyFrame.tsx'
import lobby from '../lobby/Lobby.module.css'
import type { MediaView, OwnMedia, Wanted } from '../media/own-media.ts'
import { CallFrame } from './CallFrame.tsx'
import type { CallView } from './call-session.ts'
import { useCall } from './use-call.ts'
import { useNews } from './use-news.ts'

type Props = {
  session: SessionDto
  media: OwnMedia
  view: MediaView
  /** Back to the lobby, with what was on. */
  onOut: (was: Wanted) => void
  /** Into the call again, out of another tab or device. */
  onAgain: (was: Wanted) => void
}

/** The call of a session, from going in to leaving. */
export function CallRoom({ session, media, view: own, onOut, onAgain }: Props) {
  const { t } = useTranslation('video')
  const { id: sessionId } = session
  const viewer = useViewer()
  const navigate = useNavigate()
  const [hand, setHand] = useState(false)
  const { news, tell } = useNews()
  const { call, view } = useCall(sessionId, own, {
    hand,
    onMuted: () => {
      void media.setAudio(false)
      tell(t('news.muted'))
    },
  })
  useNewsOfOthers(view, tell)
  const { over, refusal, isSlow, shown, others } = view

  const speaks = own.audio !== null && !own.isMuted
  const shows = own.video !== null
  useEffect(() => {
    if (over === undefined && refusal === undefined) {
      storage.writeStep('call', { sessionId, userId: viewer.userId, audio: speaks, video: shows })
    } else storage.removeStep('call')
  }, [over, refusal, sessionId, viewer.userId, speaks, shows])

  const slowed = useEffectEvent(() => {
    if (!shows) return
    void media.setVideo(false)
    tell(t('news.slow'))
  })
  useEffect(() => {
    if (isSlow) slowed()
  }, [isSlow])

  const shownBefore = useRef<typeof shown>(null)
  const tellShown = useEffectEvent((now: typeof shown) => {
    const before = shownBefore.current
    shownBefore.current = now
    if (viewer.side === 'coach' || over !== undefined) return
    if (now) tell(t('news.shown', { title: now.title }))
    // Else it is said that the coach left.
    else if (before && others.some(({ side }) => side === 'coach')) tell(t('news.hidden'))
  })
  useEffect(() => tellShown(shown), [shown])

  const left = useEffectEvent((why: 'left' | 'ended') => {
    if (why === 'ended' && viewer.side === 'client') setAlert(t('news.ended'), 'info')
    void navigate(paths.ending({ sessionId }), { replace: true })
  })
  useEffect(() => {
    if (over === 'left' || over === 'ended') left(over)
  }, [over])
  // Nobody is seen or heard without a way to switch it off: nothing of it is on the screen then.
  const isShownOut = refusal !== undefined || over === 'elsewhere' || over === 'removed'
  const was = useRef<Wanted>({ audio: false, video: false })
  useEffect(() => {
    if (isShownOut) was.current = media.rest()
  }, [isShownOut, media])
  // A step back in the browser leaves the call; only a page that is loaded again comes back.
  useEffect(() => () => storage.removeStep('call'), [])

  if (isShownOut) {
    const isElsewhere = over === 'elsewhere'
    const text =
      refusal === undefined
        ? t(isElsewhere ? 'over.elsewhere' : 'over.removed')
        : t(`refusals.${whyOf(refusal)}`)
    return (
      <LobbyFrame session={session} narrow>
        <Card className={lobby.reach}>
          <p className={lobby.line} role="alert">
            {text}
          </p>
          <div>
            <Button onClick={() => (isElsewhere ? onAgain : onOut)(was.current)}>
              {t(isElsewhere ? 'over.here' : 'over.toLobby')}
            </Button>
          </div>
        </Card>
      </LobbyFrame>
    )
  }
  return (
    <CallFrame
      session={session}
      call={call}
      view={view}
      media={media}
      own={own}
      hand={hand}
      onHand={setHand}
      news={news}
    />
  )
}

const REASONS = ['early', 'over', 'closed', 'paused', 'full'] as const

/** A refusal's words, by its code `call.…`. */
const whyOf = (code: string) => REASONS.find((reason) => code === `call.${reason}`) ?? 'failed'

/** Says who comes and goes after this person came. Somebody whose page is loaded again does neither. */
function useNewsOfOthers(
  { state, others }: Pick<CallView, 'state' | 'others'>,
  tell: (text: string) => void,
) {
  const { t } = useTranslation('video')
  const change = useEffectEvent((before: typeof others, after: typeof others) => {
    for (const { userId, name } of after) {
      if (!before.some((other) => other.userId === userId)) tell(t('news.came', { name }))
    }
    for (const { userId, name, link } of before) {
      if (after.some((other) => other.userId === userId)) continue
      tell(t(link === 'lost' ? 'news.cut' : 'news.went', { name }))
    }
  })
  const told = useRef<typeof others>(undefined)
  useEffect(() => {
    if (state === 'joining') return
    const before = told.current
    told.current = others
    if (before && before !== others) change(before, others)
  }, [state, others])
}
