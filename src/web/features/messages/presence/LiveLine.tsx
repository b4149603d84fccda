import { useTranslation } from 'react-i18next'
import type { RoomId } from '#contract/values.ts'
import { fullNameOf, useRoom } from '../thread/room.ts'
import classes from './presence.module.css'
import { useOnline } from './use-online.ts'
import { useTyping } from './use-typing.ts'

/** Who is typing in the open room; undefined while nobody is. */
export function useTypingLine(roomId: RoomId, people: ReturnType<typeof useRoom>['people']) {
  const { t } = useTranslation('messages')
  const names = useTyping(roomId).flatMap((id) => {
    const person = people.find(({ userId }) => userId === id)
    return person ? [person.name || fullNameOf(person) || t('typing.somebody')] : []
  })
  if (names.length === 0) return undefined
  return (
    <span className={classes.typing} role="status">
      {names.length === 1
        ? t('typing.one', { name: names[0] })
        : names.length === 2
          ? t('typing.two', { first: names[0], second: names[1] })
          : t('typing.many')}
    </span>
  )
}

/** Whether the other person is online, or how many of a group. */
export function OnlineWord({ roomId, isGroup }: { roomId: RoomId; isGroup: boolean }) {
  const { t } = useTranslation('messages')
  const count = useOnline(roomId)
  if (count === 0) return null
  return (
    <span className={classes.online}>
      <span className={classes.dot} aria-hidden="true" />
      {isGroup ? t('presence.count', { count }) : t('presence.online')}
    </span>
  )
}

/** The same beside a picture, for a list. */
export function OnlineDot({ roomId }: { roomId: RoomId }) {
  const { t } = useTranslation('messages')
  if (useOnline(roomId) === 0) return null
  return <span className={classes.badge} role="img" aria-label={t('presence.online')} />
}
