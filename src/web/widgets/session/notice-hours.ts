import type { TFunction } from 'i18next'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { noticeInHours } from '#time/spans.ts'

type Notice = Pick<CalendarDto, 'cancelNoticeMin'>

/** The cancellation notice in hours, as it is displayed (product §8). */
export function noticeHours({ cancelNoticeMin }: Notice): number {
  return noticeInHours(cancelNoticeMin)
}

/**
 * Within this many hours before the start a client's move needs the coach's approval: twice the notice (product §9).
 */
export function consentHours({ cancelNoticeMin }: Notice): number {
  return noticeInHours(2 * cancelNoticeMin)
}

/** The deadline for a client to cancel and move, in one sentence that is the same on every screen. */
export function policyText(t: TFunction<'booking'>, notice: Notice): string {
  const count = noticeHours(notice)
  if (count === 0) return t('client.policyFree')
  return t('client.policy', { count, consent: consentHours(notice) })
}
