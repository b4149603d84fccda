import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RoomHead } from '../use-room-head.ts'
import { formatClock } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { BackToRooms } from './BackToRooms.tsx'
import classes from './ThreadHeader.module.css'

type Props = {
  head: RoomHead
  /** How many are in the room of a group. */
  people: number | undefined
  /** Back to the list, where the thread is in its place. */
  hasBack: boolean
  /** What else is known of the other side now, instead of the usual line: somebody is writing. */
  live?: ReactNode
  /** Whether the other side is online, before the usual line. */
  presence?: ReactNode
  /** Buttons at the end. */
  tools?: ReactNode
}

/** With whom one writes: their name leads to them, and a coach sees what time it is there. */
export function ThreadHeader({ head, people, hasBack, live, presence, tools }: Props) {
  const { t } = useTranslation('messages')
  const { name, lastName, photo, to, type } = head
  return (
    <header className={classes.header}>
      {hasBack && <BackToRooms />}
      <PersonAvatar name={name} lastName={lastName} src={photo?.fileURL} size={40} />
      <div className={classes.who}>
        <h2 className={classes.name}>
          {to === undefined ? (
            name
          ) : (
            <Link to={to} title={t(type === 'Group' ? 'thread.openGroup' : 'thread.open', { name })}>
              {name}
            </Link>
          )}
        </h2>
        <p className={classes.line}>
          {live ?? (
            <>
              {presence}
              <Facts head={head} people={people} />
            </>
          )}
        </p>
      </div>
      {tools && <div className={classes.tools}>{tools}</div>}
    </header>
  )
}

function Facts({ head: { type, timezone }, people }: Pick<Props, 'head' | 'people'>) {
  const { t } = useTranslation('messages')
  const viewer = useViewer()
  const now = useNow()
  if (type === 'Group') return people === undefined ? '\u00a0' : t('thread.people', { count: people })
  if (viewer.side === 'client') return t('thread.yourCoach')
  if (timezone === undefined) return '\u00a0'
  const isSame = offsetMinutes(timezone, now) === offsetMinutes(viewer.timezone, now)
  const time = formatClock(now, timezone, currentLanguage())
  return <span className="tabular">{t(isSame ? 'thread.sameTime' : 'thread.localTime', { time })}</span>
}
