import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { dropKeptLink } from '#web/widgets/sign-in/invitation-memory.ts'
import { readInMailLanguage } from './mail-language.ts'

/** What the invited person sees. Its key holds the token, so nothing of it stays once the screen is left. */
export const invitationQuery = (clientId: string, token: string) =>
  queryOptions({
    queryKey: queryKey('invitation', clientId, token),
    queryFn: async ({ signal }) => {
      const input = { params: { clientId }, query: { t: token } }
      const invitation = await call('GET /v1/invitation/:clientId', input, { signal })
      await readInMailLanguage(invitation.language)
      return invitation
    },
    gcTime: 0,
  })

export function useDecline(clientId: string, token: string) {
  return useMutation({
    mutationFn: (code?: string) =>
      call('POST /v1/invitation/:clientId/decline', {
        params: { clientId },
        body: { token, ...(code !== undefined && { code }) },
      }),
  })
}

/** "Pedir una nueva": mails a fresh link to whom an expired one was for (product §4). */
export function useRenew(clientId: string, token: string) {
  return useMutation({
    mutationFn: () => call('POST /v1/invitation/:clientId/renew', { params: { clientId }, body: { token } }),
    onSuccess: dropKeptLink,
  })
}
