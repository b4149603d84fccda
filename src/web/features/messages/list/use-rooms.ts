import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { groupsOfClientQuery, roomListQuery } from '../rooms.queries.ts'
import { listedRooms } from './listed-rooms.ts'

/** The rooms of the person whose names have the words of a search; a client also has those nobody wrote in yet. */
export function useRooms(search: string) {
  const viewer = useViewer()
  const { coach } = useSessionUser()
  const query = useInfiniteQuery(roomListQuery(viewer.userId, search))
  const isClient = viewer.clientId !== null
  const groups = useQuery({ ...groupsOfClientQuery(viewer.clientId ?? ''), enabled: isClient })
  const { clientId } = viewer
  const { data, hasNextPage } = query
  const rooms = useMemo(() => {
    if (!data) return undefined
    const isWhole = search === '' && !hasNextPage
    const own = coach && clientId !== null ? [{ ...coach, id: clientId, type: 'Client' as const }] : []
    const ofGroups = (groups.data?.data ?? []).filter(
      ({ status }) => status === 'open' || status === 'running',
    )
    const owners = isWhole
      ? [...own, ...ofGroups.map((group) => ({ ...group, type: 'Group' as const, lastName: '' }))]
      : []
    return listedRooms(
      data.pages,
      owners.map(({ id, type, name, lastName, photo }) => ({ id, type, name, lastName, photo })),
    )
  }, [data, hasNextPage, search, coach, clientId, groups.data])
  return { query, rooms, isKnown: rooms !== undefined && (!isClient || groups.data !== undefined) }
}
