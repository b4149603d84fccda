import type { MessageDto } from '#contract/thread.ts'
import { type CalendarDate, dateOf } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import type { Unsent } from '#web/widgets/messages/outbox.ts'

/** What a thread shows, from top to bottom. */
export type ThreadRow =
  | { kind: 'day'; key: string; date: CalendarDate }
  /** Above the first message that was not read when the room was opened. */
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: MessageDto; own: boolean; begins: boolean }
  | { kind: 'unsent'; key: string; message: Unsent; begins: boolean }

/** Messages of one person within this time are one group: the name and the gap come once. */
const GROUP_MS = 5 * MINUTE_MS

type Given = {
  messages: readonly MessageDto[]
  unsent: readonly Unsent[]
  unreadFrom: number | undefined
  viewerId: string
  timezone: string
}

/** The rows of a window of messages, with what was written here and is not sent yet at its end. */
export function rowsOf({ messages, unsent, unreadFrom, viewerId, timezone }: Given): ThreadRow[] {
  const rows: ThreadRow[] = []
  let before: { sender: string; at: EpochMs; date: CalendarDate } | undefined
  const began = (sender: string, at: EpochMs, key: string) => {
    const date = dateOf(at, timezone)
    const isNewDay = date !== before?.date
    // A clock that was set back shows a day twice.
    if (isNewDay) rows.push({ kind: 'day', key: `${date} ${key}`, date })
    const begins = isNewDay || before?.sender !== sender || at - before.at > GROUP_MS
    before = { sender, at, date }
    return begins
  }
  const sent = new Set<string>()
  let isMarked = false
  for (const message of messages) {
    const { sender, seq, clientKey, createdAt } = message
    const own = sender.userId === viewerId
    if (own) sent.add(clientKey)
    const key = keyOf(sender.userId, clientKey)
    let begins = began(sender.userId, fromIso(createdAt), key)
    if (!isMarked && unreadFrom !== undefined && seq >= unreadFrom) {
      isMarked = true
      // Above all that is older, or that is not there at all, there is nothing to part.
      if (seq === unreadFrom) rows.push({ kind: 'new', key: 'new' })
      begins = true
    }
    rows.push({ kind: 'message', key, message, own, begins })
  }
  for (const message of unsent) {
    // It has arrived, and its own entry is about to go.
    if (sent.has(message.clientKey)) continue
    const key = keyOf(viewerId, message.clientKey)
    const begins = began(viewerId, epochMs(message.at), key)
    rows.push({ kind: 'unsent', key, message, begins })
  }
  return rows
}

// The same before and after it is sent, so that a message does not flicker when it arrives.
const keyOf = (sender: string, clientKey: string) => `${sender} ${clientKey}`
