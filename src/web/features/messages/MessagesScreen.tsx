import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { isId, paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { MessagesDrawing } from '#web/ui/drawings/MessagesDrawing.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { RoomList } from './list/RoomList.tsx'
import type { ListedRoom } from './list/listed-rooms.ts'
import { useRooms } from './list/use-rooms.ts'
import classes from './MessagesScreen.module.css'
import { Middle } from './thread/Middle.tsx'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import { useKeyboardRoom } from './use-keyboard-room.ts'
import type { OpenRoom } from './use-room-head.ts'

/**
 * Messages (product §16): the rooms, and the thread of the one that is open. A coach's has its own address (spec §2), a
 * client's is named beside theirs.
 */
export function Component() {
  const { t } = useTranslation('messages')
  const { side, clientId } = useViewer()
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { type, itemId } = useParams()
  const [query] = useSearchParams()
  const { rooms, isKnown } = useRooms('')
  useKeyboardRoom()
  const named = query.get('room')
  const only = side === 'client' && isKnown && rooms?.length === 1 ? rooms[0] : undefined
  const chosen = side === 'coach' ? coacheeOf(type, itemId) : ofClient(named, clientId)
  const hasNone = isKnown && rooms?.length === 0
  const asked = chosen ?? (only && { type: only.type, itemId: only.roomId })
  const addressOf = ({ roomId, type: of }: Pick<ListedRoom, 'roomId' | 'type'>) =>
    side === 'coach' ? paths.messagesOf({ type: of, itemId: roomId }) : paths.messages({ room: roomId })
  // The only room of a client is what they came for: it has no list to go back to, and a phone keeps its bar.
  if (only && chosen?.itemId === only.roomId) return <Navigate to={paths.messages()} replace />
  return (
    <Page title={t('title')}>
      <div className={classes.frame} data-open={asked !== undefined || undefined}>
        {(isWide || !asked) && (
          <div className={classes.list} data-alone={(hasNone && !asked) || undefined}>
            <RoomList openId={asked?.itemId} addressOf={addressOf} />
          </div>
        )}
        {asked && <ThreadPanel key={asked.itemId} room={asked} hasBack={!isWide && !only} />}
        {!asked && isWide && !hasNone && (
          <Middle>
            <EmptyState
              drawing={<MessagesDrawing />}
              text={<TwoLines title={t('list.choose')} hint={t('list.chooseHint')} />}
            />
          </Middle>
        )}
      </div>
    </Page>
  )
}

function coacheeOf(type: string | undefined, itemId: string | undefined): OpenRoom | undefined {
  return itemId !== undefined && (type === 'Client' || type === 'Group') ? { type, itemId } : undefined
}

function ofClient(named: string | null, clientId: string | null): OpenRoom | undefined {
  if (named === null || !isId(named)) return undefined
  return { type: named === clientId ? 'Client' : 'Group', itemId: named }
}
