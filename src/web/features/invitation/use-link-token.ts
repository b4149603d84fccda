import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { keepLink, useInvitationMemory } from './invitation-memory.ts'

/**
 * The token of the link this screen was opened with. It leaves the address bar, and with it the browser's history, at
 * once; undefined while that happens, null without a token.
 */
export function useLinkToken(clientId: string): string | null | undefined {
  const [search] = useSearchParams()
  const fresh = search.get('t')
  const link = useInvitationMemory((memory) => memory.link)
  const navigate = useNavigate()

  useEffect(() => {
    if (fresh === null) return
    keepLink({ clientId, token: fresh })
    void navigate(paths.invitation({ clientId }), { replace: true })
  }, [clientId, fresh, navigate])

  if (fresh !== null) return undefined
  return link?.clientId === clientId && link.token !== '' ? link.token : null
}
