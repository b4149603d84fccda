import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Proof } from '#contract/account/accounts.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Whether the person's account is to be deleted, and whom that concerns (product §18). */
export const accountDeletionQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('accountDeletion', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/deletion', { params: { userId } }, { signal }),
  })

/** Has the account deleted after the grace. */
export function useAskDeletion(userId: string) {
  return useMutation({
    mutationFn: (proof: Proof) => call('POST /v1/user/:userId/deletion', { params: { userId }, body: proof }),
  })
}

/** Keeps it after all. */
export function useKeepAccount(userId: string) {
  return useMutation({
    mutationFn: () => call('DELETE /v1/user/:userId/deletion', { params: { userId } }),
  })
}
