import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { failureText, showFailure } from '#web/api/errors.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { AttachButton } from '../attachments/AttachButton.tsx'
import { AttachedFiles } from '../attachments/AttachedFiles.tsx'
import { useAttaching } from '../attachments/use-attaching.ts'
import { useFileDrop } from '../attachments/use-file-drop.ts'
import { ClosedBar } from '../compose/ClosedBar.tsx'
import { ComposerBar } from '../compose/ComposerBar.tsx'
import { useComposer } from '../compose/use-composer.ts'
import { OnlineWord, useTypingLine } from '../presence/LiveLine.tsx'
import { RoomSearch } from '../search/RoomSearch.tsx'
import { useArrival } from '../search/use-arrival.ts'
import { beginActionFrom, takesActions } from '../to-action.ts'
import { type OpenRoom, type RoomHead, useRoomHead } from '../use-room-head.ts'
import { BackToRooms } from './BackToRooms.tsx'
import { Gone } from '../gone/Gone.tsx'
import { MessageList } from './MessageList.tsx'
import { type Room, RoomProvider } from './room.ts'
import { ThreadHeader } from './ThreadHeader.tsx'
import headClasses from './ThreadHeader.module.css'
import classes from './ThreadPanel.module.css'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { useHeard } from './use-heard.ts'
import { UnsentList } from './UnsentList.tsx'
import { useThread } from './use-thread.ts'

const RemoveDialog = lazyDialog(() => import('../bubble/RemoveDialog.tsx'))
const ReadersDialog = lazyDialog(() => import('../bubble/ReadersDialog.tsx'))

type Props = { room: OpenRoom; hasBack: boolean }

/** The thread of one room, or what there is to say about a room that is not the viewer's. */
export function ThreadPanel({ room, hasBack }: Props) {
  const head = useRoomHead(room)
  if (head === null) return <Gone roomId={room.itemId as RoomId} />
  return <OpenThread head={head} room={room} hasBack={hasBack} />
}

function OpenThread({ head, room: { type, itemId }, hasBack }: Props & { head: RoomHead | undefined }) {
  const { t } = useTranslation(['messages', 'common'])
  const viewer = useViewer()
  const roomId = itemId as RoomId
  const [state, store] = useThread(roomId, viewer.userId)
  const composer = useComposer(roomId, store.hear)
  const field = useRef<HTMLTextAreaElement>(null)
  const [removing, setRemoving] = useState<MessageDto | null>(null)
  const [readersOf, setReadersOf] = useState<MessageDto | null>(null)
  const { thread, status } = state
  const heard = useHeard(thread, viewer.userId)
  const name = head?.name ?? ''
  const barrier = thread?.barrier ?? null
  const { answer, edit } = composer
  const attaching = useAttaching(roomId, composer)
  const takesFiles = thread !== undefined && barrier === null && composer.editing === null
  const { isOver, area } = useFileDrop(takesFiles ? attaching.add : undefined)
  const typing = useTypingLine(roomId, thread?.people ?? [])
  const [searches, setSearches] = useState(false)
  useArrival(store, status)
  const room: Room = {
    roomId,
    type,
    name,
    viewerId: viewer.userId,
    timezone: viewer.timezone,
    people: thread?.people ?? [],
    reads: thread?.reads ?? [],
    canWrite: thread !== undefined && barrier === null,
    answer: (message) => {
      answer(message)
      field.current?.focus()
    },
    edit: (message) => {
      edit(message)
      field.current?.focus()
    },
    remove: setRemoving,
    showReaders: setReadersOf,
    toAction: takesActions(barrier, type, viewer.side)
      ? (message) => beginActionFrom(message, { type, itemId }, viewer)
      : undefined,
    jump: (seq) => void store.jump(seq).catch(showFailure),
    retry: ({ clientKey }) => void outbox.send(clientKey),
    discard: (message) => outbox.discard(message),
  }
  if (status === 'gone') return <Gone roomId={roomId} />
  return (
    <RoomProvider value={room}>
      <div className={classes.thread} {...area}>
        {isOver && <p className={classes.drop}>{t('messages:files.drop')}</p>}
        {head ? (
          <ThreadHeader
            head={head}
            people={thread?.people.length}
            hasBack={hasBack}
            live={typing}
            presence={<OnlineWord roomId={roomId} isGroup={type === 'Group'} />}
            tools={
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('messages:search.open')}
                title={t('messages:search.open')}
                aria-expanded={searches}
                onClick={() => setSearches(!searches)}
              >
                <IconSearch size={20} aria-hidden="true" />
              </ActionIcon>
            }
          />
        ) : (
          <header className={headClasses.header}>{hasBack && <BackToRooms />}</header>
        )}
        {searches && <RoomSearch onClose={() => setSearches(false)} />}
        {status === 'loading' && <ThreadSkeleton />}
        {status === 'failed' && (
          <div className={classes.waiting}>
            <ErrorState
              text={failureText(state.failure)}
              retryLabel={t('common:retry')}
              onRetry={store.retry}
            />
            <UnsentList />
          </div>
        )}
        {status === 'ready' && <MessageList state={state} store={store} />}
        <VisuallyHidden role="status">
          {heard && t('messages:thread.heard', { name: heard.name, text: heard.text })}
        </VisuallyHidden>
        {barrier === null ? (
          <ComposerBar
            composer={composer}
            field={field}
            holdUp={attaching.holdUp}
            attach={composer.editing ? undefined : <AttachButton onPick={attaching.add} />}
            attached={composer.editing ? undefined : <AttachedFiles attaching={attaching} />}
          />
        ) : (
          <ClosedBar barrier={barrier} composer={composer} />
        )}
        <Suspense>
          {removing && (
            <RemoveDialog message={removing} onRemoved={store.hear} onClose={() => setRemoving(null)} />
          )}
          {readersOf && <ReadersDialog message={readersOf} room={room} onClose={() => setReadersOf(null)} />}
        </Suspense>
      </div>
    </RoomProvider>
  )
}
