import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazyCard } from '#web/widgets/lazy-part.tsx'

const NotedCard = lazyCard(async () => ({ default: (await import('./NotedCard.tsx')).NotedCard }))

/** The parameter of a URL that names the session a notification tells of. */
const NOTED = 'session'

/** The session a notification leads to, above what the screen shows anyway; nothing without one in the URL. */
export function NotedSession({ shown }: { shown?: string | undefined }) {
  const [params, setParams] = useSearchParams()
  const sessionId = params.get(NOTED)
  if (sessionId === null || sessionId === shown) return null
  const close = () =>
    setParams(
      (before) => {
        before.delete(NOTED)
        return before
      },
      { replace: true },
    )
  return (
    <Suspense fallback={<Skeleton height={140} radius={16} />}>
      <NotedCard key={sessionId} sessionId={sessionId} onClose={close} />
    </Suspense>
  )
}
