import type { IsoInstant } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { formatClock } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useShortDay } from '../use-now.ts'

/** Writes when a note or one of its versions was written, in the reader's zone. */
export function useNoteTime(): (at: IsoInstant) => string {
  const { timezone } = useViewer()
  const shortDay = useShortDay()
  return (at) => {
    const ms = fromIso(at)
    return `${shortDay(ms)}, ${formatClock(ms, timezone, currentLanguage())}`
  }
}
