import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FoundMessage } from '#contract/messages/message-search.ts'
import type { RoomId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { Marked } from '#web/widgets/page/Marked.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { roomTime } from '../list/room-time.ts'
import { fullNameOf } from '../thread/room.ts'
import classes from './FoundMessages.module.css'
import { foundMessagesQuery } from './search.queries.ts'

type Props = {
  search: string
  /** Looked through alone; without it all rooms of the person are. */
  roomId?: RoomId
  onOpen: (found: FoundMessage) => void
}

/** The messages that a search finds, newest first; each leads to its place. */
export function FoundMessages({ search, roomId, onOpen }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  const query = useInfiniteQuery(foundMessagesQuery(search, roomId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} rows={3} />}>
      {({ pages }) => (
        <>
          <p className={classes.count} role="status">
            {t('messages:search.count', { count: pages[0]?.total ?? 0 })}
          </p>
          <ul className={classes.list}>
            {pages
              .flatMap(({ data }) => data)
              .map((found) => (
                <Found
                  key={found.id}
                  found={found}
                  named={roomId === undefined}
                  onOpen={() => onOpen(found)}
                />
              ))}
          </ul>
          <MoreButton query={query} label={t('messages:search.more')} />
        </>
      )}
    </QueryView>
  )
}

function Found({ found, named, onOpen }: { found: FoundMessage; named: boolean; onOpen: () => void }) {
  const { t } = useTranslation('messages')
  const { timezone } = useViewer()
  const reader = { now: useNow(), timezone, language: currentLanguage() }
  const { room, own, sender, parts, createdAt, attachment } = found
  const author = own ? t('message.you') : fullNameOf(sender)
  // Beside the name of the only other person theirs says nothing.
  const isClear = !named || (room.type === 'Client' && !own)
  return (
    <li>
      <button type="button" className={classes.found} onClick={onOpen}>
        <span className={classes.head}>
          <span className={classes.who}>{named ? fullNameOf(room) : author}</span>
          <time dateTime={createdAt} className={classes.when}>
            {capitalized(roomTime(fromIso(createdAt), reader, t('list.yesterday')))}
          </time>
        </span>
        <span className={classes.text}>
          {!isClear && `${author}: `}
          {parts.length === 0 && attachment ? t(`attachment.${attachment}`) : <Marked parts={parts} />}
        </span>
      </button>
    </li>
  )
}
