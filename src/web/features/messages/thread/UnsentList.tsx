import { UnsentBubble } from '../bubble/UnsentBubble.tsx'
import classes from './ThreadPanel.module.css'
import { useRoom } from './room.ts'
import { useUnsent } from './use-thread.ts'

/** What was written in a room whose messages could not be read: it is on its way all the same. */
export function UnsentList() {
  const { roomId } = useRoom()
  const messages = useUnsent(roomId)
  if (messages.length === 0) return null
  return (
    <ol className={classes.unsent}>
      {messages.map((message, at) => (
        <li key={message.clientKey}>
          <UnsentBubble message={message} begins={at === 0} />
        </li>
      ))}
    </ol>
  )
}
