import { useCallback, useEffect, useState } from 'react'

/** How long a line of news is shown. */
const SHOWN_MS = 6_000

/** What happened in the call a moment ago, in one line. */
export function useNews(): { news: string | undefined; tell: (text: string) => void } {
  const [latest, setLatest] = useState<{ text: string }>()
  useEffect(() => {
    if (!latest) return
    const timer = setTimeout(() => setLatest(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [latest])
  const tell = useCallback((text: string) => setLatest({ text }), [])
  return { news: latest?.text, tell }
}
