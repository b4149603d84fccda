import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Proof } from '#contract/account/accounts.ts'
import type { DataImportDto, ImportState } from '#contract/account/data-imports.ts'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call } from '#web/api/call.ts'
import { logFailure } from '#web/api/log.ts'
import { queryKey } from '#web/api/query-client.ts'

/** How often the state of an archive that is being read is asked for. */
const READING_MS = 2_000

const isUnderWay = (state: ImportState | undefined) => state === 'waiting' || state === 'running'

/** The last practice that the coach had read from an archive, and whether theirs is empty. */
export const dataImportQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('dataImport', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/import', { params: { userId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.import?.state) ? READING_MS : false),
  })

/** Announces an archive; one of the same size that is under way is that one. */
export const beginImport = (userId: string, body: Proof & { byteSize: number }) =>
  call('POST /v1/user/:userId/import', { params: { userId }, body })

/** Has an archive read whose bytes are there. */
export const finishImport = (userId: string, importId: string) =>
  call('POST /v1/user/:userId/import/:importId/finish', { params: { userId, importId } })

/** Forgets an archive that nobody reads. */
export const cancelImport = (userId: string, importId: string) =>
  call('DELETE /v1/user/:userId/import/:importId', { params: { userId, importId } })

export function useFinishImport(userId: string) {
  return useMutation({ mutationFn: (importId: string) => finishImport(userId, importId) })
}

export function useCancelImport(userId: string) {
  return useMutation({ mutationFn: (importId: string) => cancelImport(userId, importId) })
}

/** Once an archive has become the practice, every screen is about another one: all is fetched again. */
export function useFreshPractice(last: DataImportDto | null): void {
  const client = useQueryClient()
  const before = useRef(last?.state)
  const state = last?.state
  useEffect(() => {
    const wasUnderWay = isUnderWay(before.current)
    before.current = state
    if (!wasUnderWay || state !== 'done') return
    void client.invalidateQueries()
    // Its name, its colour and its logo are those of the archive.
    fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
  }, [client, state])
}
