import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'

/**
 * The secret of the link this screen was opened with, and how to do without it. It leaves the address bar, and with
 * it the browser's history, at once and then lies in memory alone. Null without a link.
 */
export function useRecoveryToken(): [token: string | null, forget: () => void] {
  const [search] = useSearchParams()
  const fresh = search.get('t')
  const [kept, keep] = useState(fresh)
  const navigate = useNavigate()
  if (fresh !== null && fresh !== kept) keep(fresh)
  useEffect(() => {
    if (fresh !== null) void navigate(paths.recovery(), { replace: true })
  }, [fresh, navigate])
  return [kept, () => keep(null)]
}
