import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { storage } from '#web/storage.ts'
import { useViewer } from '#web/store/viewer.ts'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { CallRoom } from './call/CallRoom.tsx'
import { Lobby } from './lobby/Lobby.tsx'
import { LobbySkeleton } from './lobby/LobbySkeleton.tsx'
import { OtherChannel } from './lobby/OtherChannel.tsx'
import { callQuery } from './lobby/call.queries.ts'
import { useOwnMedia } from './media/use-own-media.ts'

/** The room of a session (product §10): its lobby, and the call; for other channels the way there. */
export function RoomView() {
  const { sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<LobbySkeleton />}>
      {(session) =>
        session.channel === 'norte' ? (
          <Room key={session.id} session={session} />
        ) : (
          <OtherChannel session={session} />
        )
      }
    </QueryView>
  )
}

function Room({ session }: { session: SessionDto }) {
  const { id: sessionId } = session
  const { userId } = useViewer()
  const { media, view } = useOwnMedia()
  // A page that was loaded again in the middle of a call goes back in.
  const [was] = useState(() => {
    const step = storage.readStep('call')
    return step?.sessionId === sessionId && step.userId === userId ? step : null
  })
  const [isIn, setIn] = useState(was !== null)
  const [entry, setEntry] = useState(0)
  const [wanted, setWanted] = useState({ audio: true, video: true })
  useEffect(() => {
    if (was) void media.start({ audio: was.audio, video: was.video })
  }, [was, media])
  const query = useQuery({ ...callQuery(sessionId), enabled: !isIn })
  if (isIn) {
    return (
      <CallRoom
        key={entry}
        session={session}
        media={media}
        view={view}
        onOut={(before) => {
          setWanted(before)
          setIn(false)
        }}
        onAgain={(before) => {
          void media.start(before)
          setEntry(entry + 1)
        }}
      />
    )
  }
  return (
    <QueryView query={query} skeleton={<LobbySkeleton />}>
      {(call) => (
        <Lobby
          session={session}
          call={call}
          media={media}
          view={view}
          wanted={wanted}
          onJoin={() => setIn(true)}
        />
      )}
    </QueryView>
  )
}
