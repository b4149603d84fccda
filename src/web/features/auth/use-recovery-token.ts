import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { storage } from '#web/storage.ts'

/**
 * The token of the link this screen was opened with, and how to forget it. It is removed from the URL and the browser's
 * history at once and stored in this tab, so that a reload finds it (ADR 33), until it was used, has expired, or the
 * person navigates away. Null without a link.
 */
export function useRecoveryToken(): [token: string | null, forget: () => void] {
  const [search] = useSearchParams()
  const fresh = search.get('t')
  const [kept, keep] = useState(() => fresh ?? storage.readStep('recovery')?.token ?? null)
  const navigate = useNavigate()
  if (fresh !== null && fresh !== kept) keep(fresh)
  useEffect(() => {
    if (fresh === null) return
    storage.writeStep('recovery', { token: fresh })
    void navigate(paths.recovery(), { replace: true })
  }, [fresh, navigate])
  useEffect(() => () => storage.removeStep('recovery'), [])
  const forget = () => {
    storage.removeStep('recovery')
    keep(null)
  }
  return [kept, forget]
}
