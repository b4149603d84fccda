import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { TimeForBoth } from '#web/widgets/session/TimeForBoth.tsx'
import classes from './Lobby.module.css'

type Props = {
  session: SessionDto
  /** For a single card, without a picture of oneself. */
  narrow?: boolean
  children: ReactNode
}

/** The page around a lobby: which session, when, and the way back to it. */
export function LobbyFrame({ session, narrow = false, children }: Props) {
  const { t } = useTranslation(['video', 'common'])
  const viewer = useViewer()
  return (
    <main className={classes.page} data-narrow={narrow || undefined}>
      <title>{`${session.title} · ${t('common:appName')}`}</title>
      <BackLink to={paths.sessionView({ sessionId: session.id })} label={t('lobby.back')} />
      <header className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {session.title}
        </h1>
        <div className={classes.when}>
          <TimeForBoth session={session} viewer={viewer} />
        </div>
      </header>
      {children}
    </main>
  )
}
