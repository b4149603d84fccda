import { useTranslation } from 'react-i18next'
import type { WhyNot } from '#contract/calendar/calendar.ts'
import { fromIso } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'

/**
 * Whether the time clashes with a session of the coach or a time held for one: then it cannot be booked (product §8).
 */
export function isOwnSession({ code, inTheWay }: WhyNot): boolean {
  return code === 'busy' && (inTheWay?.kind === 'session' || inTheWay?.kind === 'move')
}

/** The sentence why a start is not offered (product §8); undefined when it is offered. */
export function useWhyText(timezone: string): (why: WhyNot) => string | undefined {
  const { t } = useTranslation(['calendar', 'schedule'])
  return ({ code, inTheWay, side, holiday }) => {
    if (code === null) return undefined
    if (code === 'holiday' && holiday) return t('why.holiday', { name: t(`schedule:holidays.${holiday}`) })
    if ((code === 'buffer' || code === 'busy') && inTheWay) {
      const what = t(`why.in.${inTheWay.kind}`, { time: formatTime(fromIso(inTheWay.startsAt), timezone) })
      if (code === 'busy') return t('why.busyWith', { what })
      return t(side === 'before' ? 'why.bufferBefore' : 'why.bufferAfter', { what })
    }
    return t(`why.${code}`)
  }
}
