import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { MessagesDrawing } from '#web/ui/drawings/MessagesDrawing.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { MessageBubble } from '../bubble/MessageBubble.tsx'
import { UnsentBubble } from '../bubble/UnsentBubble.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { threadDay } from '../list/room-time.ts'
import classes from './MessageList.module.css'
import { useRoom } from './room.ts'
import { hasNewer, hasOlder } from './thread-model.ts'
import { type ThreadRow, rowsOf } from './thread-rows.ts'
import type { ThreadState, ThreadStore } from './thread-store.ts'
import { useSeen } from './use-seen.ts'
import { useUnsent } from './use-thread.ts'

/** So near to an end of the window its next page is read. */
const NEAR_PX = 900
/** So near to the newest message somebody reads along. */
const AT_END_PX = 80

type Props = { state: ThreadState; store: ThreadStore }

/** The messages of a room: only those in sight are in the page, however many there are. */
export function MessageList({ state, store }: Props) {
  const { t } = useTranslation('messages')
  const room = useRoom()
  const { thread, unreadFrom, edge, loading, target } = state
  const unsent = useUnsent(room.roomId)
  const { viewerId, timezone } = room
  const messages = thread?.messages
  const follows = thread !== undefined && !hasNewer(thread)
  const rows = useMemo(
    () =>
      // What is not sent yet comes after the newest message, so it is not shown beside an older place.
      rowsOf({ messages: messages ?? [], unsent: follows ? unsent : [], unreadFrom, viewerId, timezone }),
    [messages, unsent, follows, unreadFrom, viewerId, timezone],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const isPinned = useRef(true)
  const [isAway, setAway] = useState(false)

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  const lastKey = rows.at(-1)?.key
  const lastIsOwn = rows.at(-1)?.kind === 'unsent'
  // Before the paint: a new message moves the others up at once. One's own message is always gone to.
  useLayoutEffect(() => {
    if (lastKey === undefined || !follows) return
    if (isPinned.current || lastIsOwn) toEnd()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only for a new last row
  }, [lastKey, follows])
  useLayoutEffect(() => {
    if (!target) return
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.seq >= target.seq)
    if (index < 0) return
    isPinned.current = false
    const line = rows[index - 1]?.kind === 'new' ? index - 1 : index
    list.current?.scrollToIndex(line, { align: line === index ? 'center' : 'start' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each jump
  }, [target])

  const { look: lookAtSeen, unseen } = useSeen({ rows, list, store, viewerId })
  const look = () => {
    const { current: at } = list
    if (!at || rows.length === 0) return
    const below = at.scrollSize - at.viewportSize - at.scrollOffset
    isPinned.current = follows && below <= AT_END_PX
    setAway(!isPinned.current)
    if (at.scrollOffset < NEAR_PX && !loading.failed) store.loadOlder()
    if (below < NEAR_PX && !loading.failed) store.loadNewer()
    lookAtSeen()
  }
  // Images, a keyboard, a composer that grows: who reads the newest message goes on reading it.
  const resized = () => {
    if (isPinned.current && follows) toEnd()
    look()
  }
  useEffect(look)

  if (thread && rows.length === 0 && !hasOlder(thread)) {
    return (
      <div className={classes.empty}>
        <EmptyState drawing={<MessagesDrawing />} text={t('thread.empty')} />
      </div>
    )
  }
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label={t('thread.label', { name: room.name })}
        tabIndex={0}
      >
        <div className={classes.room} />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          as="ol"
          item="li"
          shift={edge === 'oldest'}
          itemSize={56}
          bufferSize={600}
          onScroll={look}
          onResize={resized}
        >
          {(row) => <Row key={row.key} row={row} target={target?.seq} />}
        </Virtualizer>
      </div>
      {loading.older && (
        <div className={classes.loading} role="status" aria-label={t('thread.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {loading.failed && (
        <div className={classes.loading} role="alert">
          <Button variant="default" size="xs" onClick={store.reload}>
            {t('thread.failedMore')} {t('message.retry')}
          </Button>
        </div>
      )}
      {isAway && (
        <Button
          className={classes.toEnd}
          variant="default"
          radius="xl"
          rightSection={<IconArrowDown size={16} aria-hidden="true" />}
          onClick={() => {
            isPinned.current = true
            store.toNewest().catch(showFailure)
            toEnd()
          }}
        >
          {follows && unseen > 0 ? t('thread.news', { count: unseen }) : t('thread.toNewest')}
        </Button>
      )}
    </div>
  )
}

function Row({ row, target }: { row: ThreadRow; target: number | undefined }): ReactElement {
  if (row.kind === 'day') return <Day row={row} />
  if (row.kind === 'new') return <NewLine />
  if (row.kind === 'unsent') return <UnsentBubble message={row.message} begins={row.begins} />
  const { message, own, begins } = row
  return <MessageBubble message={message} own={own} begins={begins} isTarget={message.seq === target} />
}

function Day({ row: { date } }: { row: Extract<ThreadRow, { kind: 'day' }> }) {
  const { t } = useTranslation('messages')
  const { timezone } = useRoom()
  const reader = { now: useNow(), timezone, language: currentLanguage() }
  const near = { today: t('thread.today'), yesterday: t('thread.yesterday') }
  return (
    <h3 className={classes.day}>
      <span>{capitalized(threadDay(date, reader, near))}</span>
    </h3>
  )
}

function NewLine() {
  const { t } = useTranslation('messages')
  return (
    <h3 className={classes.new}>
      <span>{t('thread.new')}</span>
    </h3>
  )
}
