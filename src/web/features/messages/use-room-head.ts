import { useQuery } from '@tanstack/react-query'
import type { Photo, CoacheeType } from '#contract/values.ts'
import { paths } from '#web/paths.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { isMissing } from '#web/widgets/page/NotFound.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { groupsOfClientQuery } from './rooms.queries.ts'

/** Who a room is with. */
export type RoomHead = {
  type: CoacheeType
  name: string
  lastName?: string
  photo: Photo | null
  /** Where there is more about them. */
  to: string | undefined
  timezone: string | undefined
}

export type OpenRoom = { type: CoacheeType; itemId: string }

/** Who an open room is with; null if it does not exist for the viewer, undefined while that is being asked for. */
export function useRoomHead({ type, itemId }: OpenRoom): RoomHead | null | undefined {
  const { side, clientId } = useViewer()
  const { coach } = useSessionUser()
  const isCoach = side === 'coach'
  const client = useQuery({ ...clientQuery(itemId), enabled: isCoach && type === 'Client' })
  const group = useQuery({ ...groupQuery(itemId), enabled: isCoach && type === 'Group' })
  const isOwn = itemId === clientId
  const groups = useQuery({ ...groupsOfClientQuery(clientId ?? ''), enabled: !isCoach && !isOwn })
  if (!isCoach) {
    if (isOwn) return coach && ofCoach(coach)
    const own = groups.data && (groups.data.data.find(({ id }) => id === itemId) ?? null)
    return own && { type: 'Group', name: own.name, photo: own.photo, to: undefined, timezone: undefined }
  }
  if (isMissing(client) || isMissing(group)) return null
  if (type === 'Group') {
    const { data } = group
    return data && { ...data, type, to: paths.groupView({ groupId: itemId }), timezone: undefined }
  }
  const { data } = client
  const to = paths.clientView({ clientId: itemId })
  return data && { ...data, type, name: data.fullName, to, timezone: data.timezone }
}

function ofCoach({ name, lastName, photo, timezone }: CoachFacts): RoomHead {
  const full = [name, lastName].filter(Boolean).join(' ')
  return { type: 'Client', name: full, lastName, photo, to: paths.coach(), timezone }
}

type CoachFacts = { name: string; lastName: string; photo: Photo | null; timezone: string }
