import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#time/clock.ts'
import { setBadge } from '#web/api/device/badge.ts'
import { renewPush } from '#web/api/device/push.ts'
import { keepWorkerFresh, registerWorker } from '#web/api/device/service-worker.ts'
import { pageToOpen } from '#web/api/device/worker-messages.ts'
import { logFailure } from '#web/api/log.ts'
import { pendingMessagesQuery } from '#web/app/menus/messages.queries.ts'
import { pendingNotificationsQuery } from '#web/features/notifications/notifications.queries.ts'
import { useSpace } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { usePageQuiet } from '#web/widgets/use-idle.ts'
import { useKeptToday } from './use-kept-today.ts'

/** What the web does as an installed app: its worker, pushes, the number on its icon, and reading without a connection. */
export function InstalledApp() {
  useWorker()
  useOpenedPush()
  useRenewedPush()
  useBadge()
  useKeptToday()
  return null
}

function useWorker(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    void registerWorker().then((registration) => {
      if (registration && !isGone) stop = keepWorkerFresh(registration, () => systemClock.now())
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
}

/** A tapped push opens its page in the tab that is open, without loading it again. */
function useOpenedPush(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    const heard = ({ data }: MessageEvent<unknown>) => {
      const path = pageToOpen(data)
      if (path !== undefined) void navigate(path)
    }
    serviceWorker.addEventListener('message', heard)
    return () => serviceWorker.removeEventListener('message', heard)
  }, [navigate])
}

/** Pushes are of a sign-in: a new one, also to another space, takes them over. */
function useRenewedPush(): void {
  const space = useSpace()
  const { userId } = useViewer()
  useEffect(() => {
    renewPush().catch((failure: unknown) => logFailure('push', failure))
  }, [space, userId])
}

/** What the dots of the bell and the messages count. */
function useBadge(): void {
  const { userId } = useViewer()
  const enabled = usePageQuiet()
  const news = useQuery({ ...pendingNotificationsQuery(userId), enabled }).data?.total
  const messages = useQuery({ ...pendingMessagesQuery(userId), enabled }).data?.total
  useEffect(() => {
    if (news !== undefined && messages !== undefined) void setBadge(news + messages)
  }, [news, messages])
}
