import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Proof, SignInDto } from '#contract/account/accounts.ts'
import { fetchProfile } from '#web/api/auth-session.ts'
import { call, type Input } from '#web/api/call.ts'
import { logFailure } from '#web/api/log.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Where the person is signed in (product §18). */
export const signInsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('signIn', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/sessions', { params: { userId } }, { signal }),
    select: ({ data }) => data,
  })

/** Ends every other sign-in, or the one named. */
export function useEndSignIns(userId: string) {
  return useMutation({
    mutationFn: ({ session, proof }: { session?: SignInDto['id']; proof: Proof }) =>
      call('DELETE /v1/user/:userId/sessions', {
        params: { userId },
        body: proof,
        ...(session !== undefined && { query: { session } }),
      }),
  })
}

/** Changes the password; the other sign-ins and the calendar feeds are gone with it. */
export function useChangePassword(userId: string) {
  return useMutation({
    mutationFn: (body: Input<'PUT /v1/user/:userId/password'>['body']) =>
      call('PUT /v1/user/:userId/password', { params: { userId }, body }),
  })
}

/** Has a code mailed to the address the person wants to have. */
export const askEmailChange = (userId: string, body: Input<'POST /v1/user/:userId/email'>['body']) =>
  call('POST /v1/user/:userId/email', { params: { userId }, body })

/** Moves the account there, and shows it. */
export async function confirmEmailChange(userId: string, code: string): Promise<void> {
  await call('PUT /v1/user/:userId/email', { params: { userId }, body: { code } })
  // The address has moved by now, whether or not the profile can be had.
  await fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
}

/** How often the state of an archive that is being written is asked for. */
const WRITING_MS = 2_000

/** The last archive of their data that the person asked for (product §18). */
export const dataExportQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('dataExport', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/export', { params: { userId } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const state = data?.export?.state
      return state === 'waiting' || state === 'running' ? WRITING_MS : false
    },
  })

/** Has an archive written; one that is being written stays the one. */
export function useAskExport(userId: string) {
  return useMutation({
    mutationFn: (proof: Proof) => call('POST /v1/user/:userId/export', { params: { userId }, body: proof }),
  })
}

/** The address of an archive, for the browser to fetch. */
export const openArchive = (params: { userId: string; exportId: string }, proof: Proof) =>
  call('POST /v1/user/:userId/export/:exportId/address', { params, body: proof })
