import type { TFunction } from 'i18next'
import type { NotificationDto, NotificationType } from '#contract/notifications.ts'
import { fromIso, type EpochMs } from '#time/clock.ts'
import { formatClock, formatDayMonth, formatFullDate, formatShortDayMonth } from '#time/format.ts'
import { notificationDay } from '#time/relative.ts'
import { isKnown, memorandumTeaser } from './notification-table.ts'

export type NotificationText = { title: string; detail: string; day: string }

/** Types whose title says who did it. */
const NAMED = [
  'SESSION_EXCUSED',
  'SESSION_EXCUSE_WITHDRAWN',
  'SESSION_MOVE_REQUESTED',
  'SESSION_MOVE_WITHDRAWN',
  'MEMBER_LEFT',
  'ACTION_DONE',
] as const satisfies readonly NotificationType[]

const isNamed = (type: NotificationType): type is (typeof NAMED)[number] =>
  NAMED.some((each) => each === type)

type Reader = { timezone: string; language: string; now: EpochMs; isCoach: boolean }

/** The text of a notification: its title, one line of detail, and its day ("HOY" or "24 de noviembre", spec §9). */
export function textOf(
  { type, body, createdAt }: NotificationDto,
  t: TFunction<'notifications'>,
  { timezone, language, now, isCoach }: Reader,
): NotificationText {
  const day = notificationDay(fromIso(createdAt), now, timezone, language)
  return {
    title: titleOf(),
    detail: detailOf(),
    day: day.kind === 'today' ? t('today') : day.text,
  }

  function titleOf(): string {
    if (!isKnown(type)) return t('types.other')
    // Bodies stored by earlier releases may lack the name.
    const name = typeof body.client === 'object' ? body.client.name : body.name
    return name !== undefined && isNamed(type) ? t(`named.${type}`, { name }) : t(`types.${type}`)
  }

  function detailOf(): string {
    const person = personOf(body, isCoach)
    const when = (instant: string) => whenOf(fromIso(instant), timezone, language)
    const shortWhen = (instant = '') => instant && shortWhenOf(fromIso(instant), timezone, language)
    const time = body.startsAt ? when(body.startsAt) : ''
    switch (type) {
      case 'DAY_MEMORANDUM':
        return body.description === undefined ? '' : memorandumTeaser(body.description)
      case 'ASSIGNMENT_RESOURCE':
      case 'ACTION_ASSIGNED':
      case 'ACTION_DUE':
        return body.title ?? ''
      case 'GOAL_ACHIEVED':
        return [isCoach ? person : '', body.title].filter(Boolean).join(' · ')
      case 'CLIENT_INVITATION_ACEPTED':
      case 'MEMBER_INVITATION_ACEPTED':
      case 'INVITATION_DECLINED':
      case 'MEMBER_LEFT':
        return person && t(`bodies.${type}`, { person })
      case 'PAYMENT_RECEIVED':
        return body.until === undefined
          ? ''
          : t('bodies.PAYMENT_RECEIVED', {
              date: formatFullDate(fromIso(body.until), timezone, language),
            })
      case 'PAYMENT_FAILED':
        return t('bodies.PAYMENT_FAILED')
      case 'ACTION_DONE':
        return [person, body.title].filter(Boolean).join(' · ')
      // Bodies stored by earlier releases have only the replaced time.
      case 'SESSION_PROPOSED':
        return [person, ...(body.times ?? []).map(when)].filter(Boolean).join(' · ')
      case 'SESSION_MOVE_REQUESTED': {
        const [to] = body.times ?? []
        return to === undefined
          ? person
          : t('bodies.SESSION_MOVE_REQUESTED', {
              person,
              from: shortWhen(body.startsAt),
              to: shortWhen(to),
            })
      }
      default:
        return [person, time].filter(Boolean).join(' · ')
    }
  }
}

/** The person a notification is about: the client for a coach, the coach for a client. */
function personOf({ name, lastName, client, coach }: NotificationDto['body'], isCoach: boolean): string {
  const of = isCoach
    ? typeof client === 'object'
      ? client
      : { name, lastName }
    : (coach ?? { name, lastName })
  return [of.name, of.lastName].filter(Boolean).join(' ')
}

function whenOf(startsAt: EpochMs, timezone: string, language: string): string {
  return `${formatDayMonth(startsAt, timezone, language)}, ${formatClock(startsAt, timezone, language)}`
}

/** Two of them fit a line or two of the popover. */
function shortWhenOf(at: EpochMs, timezone: string, language: string): string {
  return `${formatShortDayMonth(at, timezone, language)}, ${formatClock(at, timezone, language)}`
}
