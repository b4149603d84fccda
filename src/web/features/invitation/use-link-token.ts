import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { type GoogleArrival, readArrival } from '#web/widgets/sign-in/google-arrival.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'
import { keepLink, useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'

/**
 * The token of the link this screen was opened with, by mail or on return from Google. It is removed from the URL and
 * the browser's history at once; undefined while that happens, null without a token.
 */
export function useLinkToken(clientId: string): string | null | undefined {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const fresh = search.get('t') ?? readArrival(hash)?.linkToken ?? null
  const link = useInvitationMemory((memory) => memory.link)
  const navigate = useNavigate()

  useEffect(() => {
    if (fresh === null) return
    keepLink({ clientId, token: fresh })
    rememberArrival(readArrival(hash))
    void navigate(paths.invitation({ clientId }), { replace: true })
  }, [clientId, fresh, hash, navigate])

  if (fresh !== null) return undefined
  return link?.clientId === clientId && link.token !== '' ? link.token : null
}

function rememberArrival(arrival: GoogleArrival | null): void {
  const outcome = arrival?.outcome
  if (outcome?.kind === 'ticket') rememberGoogle({ ticket: outcome.ticket })
  else rememberGoogle({ error: outcome?.kind === 'error' ? outcome.error : null })
}
