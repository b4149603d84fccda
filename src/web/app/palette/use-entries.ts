import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UserType } from '#contract/account/auth.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useBookable } from '#web/features/sessions/book/use-bookable.ts'
import { paths } from '#web/paths.ts'
import { useCanAddOwn } from '#web/widgets/queries/action.queries.ts'
import { useLoggedFailure } from '#web/widgets/use-logged-failure.ts'
import {
  beginningFirst,
  byKind,
  commandsOf,
  matching,
  wishOf,
  type Command,
  type Destination,
} from './commands.ts'

/** A line of the palette. */
export type Entry = {
  kind: Command['kind'] | 'client' | 'group' | 'book' | 'write'
  text: string
  hint?: string
} & Destination

const CLIENTS_SHOWN = 6
const GROUPS_SHOWN = 3
/** Beside the people themselves. */
const BOOKABLE_SHOWN = 2
const TYPING_MS = 180

const clientsByName = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('client', 'palette', coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId }, query: { items: CLIENTS_SHOWN, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const groupsByName = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('group', 'palette', coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/group/coach/:coachId',
        { params: { coachId }, query: { search, items: GROUPS_SHOWN } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/**
 * What fits what was typed: a coach's clients and groups (asked of the server), sessions to book with them, things to
 * begin, screens.
 */
export function useEntries(userType: UserType, typed: string): { entries: Entry[]; isSearching: boolean } {
  const { t } = useTranslation('shell')
  const { coachId, clientId } = useViewer()
  const { canBook } = useBookable()
  const canAddOwn = useCanAddOwn(clientId)
  const { books, search } = wishOf(typed, t('palette.bookPhrase'))
  const [settled] = useDebouncedValue(search, TYPING_MS)
  const asks = userType === 'coach' && (search !== '' || books)
  const enabled = asks && (settled !== '' || books)
  const clientsQuery = useQuery({ ...clientsByName(coachId, settled), enabled })
  const groupsQuery = useQuery({ ...groupsByName(coachId, settled), enabled: enabled && !books })
  useLoggedFailure('palette.clients', clientsQuery.error)
  useLoggedFailure('palette.groups', groupsQuery.error)

  const commands = matching(
    commandsOf(userType, clientId)
      .filter(({ kind, begins }) => {
        if (kind === 'screen') return true
        // A client's actions do not depend on what they may book: they go on in a pause.
        return userType === 'client' && (begins === 'action' || begins === 'goal') ? canAddOwn : canBook
      })
      .map(({ label, ...command }) => ({ ...command, text: t(label as 'screens.dashboard') })),
    typed,
  )
  const found = beginningFirst(clientsQuery.data?.data ?? [], search)
  const clients = found.map((client) => ({
    kind: 'client' as const,
    text: client.fullName,
    hint: client.email,
    to: paths.clientView({ clientId: client.id }),
  }))
  const bookable = found
    .filter(({ allowedActions }) => canBook && allowedActions.includes('book'))
    .slice(0, books ? CLIENTS_SHOWN : BOOKABLE_SHOWN)
    .map(({ id, fullName }) => ({
      kind: 'book' as const,
      text: t('palette.bookWith', { name: fullName }),
      to: paths.sessionNewCoach({ type: 'Client', clientId: id }),
    }))
  const writable = found.slice(0, BOOKABLE_SHOWN).map(({ id, fullName }) => ({
    kind: 'write' as const,
    text: t('palette.writeTo', { name: fullName }),
    to: paths.messagesOf({ type: 'Client', itemId: id }),
  }))
  const groups = (groupsQuery.data?.data ?? []).map((group) => ({
    kind: 'group' as const,
    text: group.name,
    to: paths.groupView({ groupId: group.id }),
  }))
  // Until the server has answered for these letters, old results are hidden: Enter would open the wrong one.
  const matchesOf = <Found extends Entry>(found: Found[], isOld: boolean): Entry[] => {
    if (!asks) return []
    return isOld || settled !== search ? matching(found, typed) : found
  }
  const people = books ? [] : matchesOf(clients, clientsQuery.isPlaceholderData)
  return {
    entries: [
      ...people,
      ...(books ? [] : matchesOf(groups, groupsQuery.isPlaceholderData)),
      ...matchesOf(bookable, clientsQuery.isPlaceholderData),
      ...(books ? [] : matchesOf(writable, clientsQuery.isPlaceholderData)),
      ...byKind(commands, typed),
    ],
    isSearching: asks && (settled !== search || clientsQuery.isFetching || groupsQuery.isFetching),
  }
}
