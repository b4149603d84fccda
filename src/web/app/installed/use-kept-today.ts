import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#time/calendar-date.ts'
import { MINUTE_MS, systemClock } from '#time/clock.ts'
import { formatClock, formatDayMonth } from '#time/format.ts'
import { isCutOff, keepAnswers, restoreAnswers } from '#web/api/device/kept-answers.ts'
import { logFailure } from '#web/api/log.ts'
import { whenQuiet } from '#web/api/quiet.ts'
import { useKept } from '#web/store/kept.ts'
import { useSpace } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { countsToday, fetchToday } from './today.ts'

/** How often what is kept is renewed while the page is in sight. */
const EVERY_MS = 5 * MINUTE_MS

/**
 * Keeps what is read of today, encrypted, and shows it once there is no connection and nothing newer (product §1 D16).
 */
export function useKeptToday(): void {
  const client = useQueryClient()
  const { side, timezone } = useViewer()
  const space = useSpace()
  useEffect(() => {
    const keep = async () => {
      if (navigator.onLine && document.visibilityState !== 'hidden')
        await keepAnswers(client, space, await fetchToday(client, side))
    }
    const tryToKeep = () => void keep().catch((failure: unknown) => logFailure('kept answers', failure))
    const giveUp = whenQuiet(tryToKeep)
    const timer = setInterval(tryToKeep, EVERY_MS)
    return () => {
      giveUp()
      clearInterval(timer)
    }
  }, [client, side, space])
  useEffect(() => {
    const restore = () => void restoreAnswers(client, space, countsToday(timezone))
    if (!navigator.onLine || client.getQueryCache().getAll().some(isCutOff)) restore()
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { action, query } = event
      if (action.type === 'error' && isCutOff(query)) restore()
      // The server has answered.
      if (action.type === 'success' && !action.manual) useKept.setState({ since: null })
    })
    addEventListener('offline', restore)
    return () => {
      stop()
      removeEventListener('offline', restore)
      useKept.setState({ since: null, text: null })
    }
  }, [client, space, timezone])
  useKeptText()
}

/** Since when what is shown is as it is, in words for the toast. */
function useKeptText(): void {
  const { t, i18n } = useTranslation()
  const { timezone } = useViewer()
  const since = useKept((kept) => kept.since)
  useEffect(() => {
    if (since === null) return useKept.setState({ text: null })
    const time = formatClock(since, timezone, i18n.language)
    const isToday = dateOf(since, timezone) === dateOf(systemClock.now(), timezone)
    const day = formatDayMonth(since, timezone, i18n.language)
    useKept.setState({ text: isToday ? t('offlineKept', { time }) : t('offlineKeptOn', { day, time }) })
  }, [since, timezone, t, i18n.language])
}
