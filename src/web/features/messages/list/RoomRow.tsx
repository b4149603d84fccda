import { VisuallyHidden } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fromIso } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { fullNameOf } from '../thread/room.ts'
import { lineOf } from '../attachments/line-of.ts'
import { OnlineDot } from '../presence/LiveLine.tsx'
import presence from '../presence/presence.module.css'
import type { ListedRoom } from './listed-rooms.ts'
import classes from './RoomList.module.css'
import { roomTime } from './room-time.ts'

type Props = { room: ListedRoom; to: string; isOpen: boolean }

/** A room in the list: with whom, the last words, when, and how much of it is not read. */
export function RoomRow({ room, to, isOpen }: Props) {
  const { t } = useTranslation('messages')
  const { type, last, unread, photo } = room
  const name = fullNameOf(room)
  return (
    <li>
      <Link to={to} className={classes.row} aria-current={isOpen ? 'page' : undefined}>
        <span className={presence.holder}>
          <PersonAvatar
            name={name}
            lastName={type === 'Client' ? room.lastName : undefined}
            src={photo?.fileURL}
            size={44}
          />
          {type === 'Client' && <OnlineDot roomId={room.roomId} />}
        </span>
        <span className={classes.words}>
          <span className={classes.head}>
            <span className={classes.name} data-unread={unread > 0 || undefined}>
              {type === 'Group' && (
                <IconUsersGroup size={16} className={classes.group} role="img" aria-label={t('list.group')} />
              )}
              {name}
            </span>
            {last && <When at={last.createdAt} />}
          </span>
          <span className={classes.foot}>
            <span className={classes.last}>{lastLine(room, t)}</span>
            {unread > 0 && (
              <span className={classes.badge}>
                <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                <VisuallyHidden>{t('list.unread', { count: unread })}</VisuallyHidden>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

function When({ at }: { at: string }) {
  const { t } = useTranslation('messages')
  const { timezone } = useViewer()
  const reader = { now: useNow(), timezone, language: currentLanguage() }
  return (
    <time dateTime={at} className={classes.when}>
      {capitalized(roomTime(fromIso(at), reader, t('list.yesterday')))}
    </time>
  )
}

type Texts = ReturnType<typeof useTranslation<'messages'>>['t']

/** "Tú: …"; in a group with who wrote. */
function lastLine({ type, last }: ListedRoom, t: Texts): string {
  if (!last) return t('list.nothing')
  const text = lineOf(last, t)
  if (last.own) return t('list.you', { text })
  return type === 'Group' ? t('list.of', { name: last.sender.name, text }) : text
}
