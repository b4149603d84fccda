import classes from './RoomCard.module.css'
import { ThreadPanel } from './thread/ThreadPanel.tsx'
import type { OpenRoom } from './use-room-head.ts'

/** The thread of a room on the page of whom it is with. */
export default function RoomCard({ room }: { room: OpenRoom }) {
  return (
    <div className={classes.card}>
      <ThreadPanel key={room.itemId} room={room} hasBack={false} />
    </div>
  )
}
