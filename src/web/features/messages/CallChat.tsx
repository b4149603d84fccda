import classes from './CallChat.module.css'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import type { OpenRoom } from './use-room-head.ts'

/** The chat of a call: the room of messages of whom it is with, where what is written stays. */
export function CallChat({ room: { type, itemId } }: { room: OpenRoom }) {
  return (
    <div className={classes.chat}>
      <ThreadPanel key={itemId} room={{ type, itemId }} hasBack={false} />
    </div>
  )
}
