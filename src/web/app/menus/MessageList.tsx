import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fromIso } from '#time/clock.ts'
import { notificationDay } from '#time/relative.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useSessionUser, useUserType } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { useLoggedFailure } from '#web/widgets/use-logged-failure.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './MessageList.module.css'
import { roomRole, roomsQuery, roomsWithNews } from './messages.queries.ts'

type Props = {
  /** The menu goes away once something was opened. */
  onOpened: () => void
}

/** What the open message menu holds: the rooms with something new, the latest first (spec §2 and §7). */
export function MessageList({ onOpened }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  const user = useSessionUser()
  const query = useQuery(roomsQuery(user.id, roomRole(useUserType(), user)))
  // A failure has no message (spec §8): the retry button is enough.
  useLoggedFailure('message.rooms', query.error)

  if (query.isPending) {
    return (
      <div className={classes.padded}>
        <ListSkeleton label={t('common:loading')} rows={3} />
      </div>
    )
  }
  if (query.data === undefined) {
    return (
      <div className={classes.retry}>
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('common:retry')}
        </Button>
      </div>
    )
  }
  const rooms = roomsWithNews(query.data.rooms)
  if (rooms.length === 0) return <p className={classes.empty}>{t('messages.empty')}</p>
  return rooms.map((room) => <MessageEntry key={room.roomId} room={room} onOpened={onOpened} />)
}

type EntryProps = Props & { room: ReturnType<typeof roomsWithNews>[number] }

function MessageEntry({ room, onOpened }: EntryProps) {
  const { roomId, type, last } = room
  // A person who answered without opening the room still has unread messages in it.
  const sender = last.own ? room : last.sender
  const { t } = useTranslation('shell')
  const { timezone } = useSessionUser()
  const isCoach = useUserType() === 'coach'
  const day = notificationDay(fromIso(last.createdAt), useNow(), timezone, currentLanguage())
  const name = [sender.name, sender.lastName].filter(Boolean).join(' ') || t('messages.unnamed')
  const title = t('messages.from', { name })
  return (
    <article className={classes.entry}>
      <PersonAvatar name={name} src={sender.photo?.fileURL} size={32} />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <div className={classes.foot}>
          <time dateTime={last.createdAt} className={classes.day}>
            {day.kind === 'today' ? t('messages.today') : day.text}
          </time>
          <Button
            component={Link}
            to={isCoach ? paths.messagesOf({ type, itemId: roomId }) : paths.messages({ room: roomId })}
            variant="subtle"
            size="compact-sm"
            onClick={onOpened}
            aria-label={`${t('messages.open')}: ${title}`}
          >
            {t('messages.open')}
          </Button>
        </div>
      </div>
    </article>
  )
}
