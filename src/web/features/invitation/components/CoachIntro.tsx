import { IconCalendarEvent, IconCalendarHeart, IconChecklist, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InvitationDto } from '#contract/invitations.ts'
import type { IsoInterval } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import { reportedZone } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { initials } from '#web/ui/layout/PersonAvatar.tsx'
import classes from './CoachIntro.module.css'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'

const POINTS = [
  ['sessions', IconCalendarHeart],
  ['agreements', IconChecklist],
  ['trust', IconLock],
] as const

type Shown = Pick<InvitationDto, 'coach' | 'group' | 'nextSession' | 'timezone'>

/** The inviting coach, in their accent, and the invitation: to an individual process or a group, and what is booked already. */
export function CoachIntro({ coach, group, nextSession, timezone }: Shown) {
  const { t } = useTranslation('invitation')
  const name = `${coach.name} ${coach.lastName}`
  return (
    <section className={classes.intro}>
      <div className={classes.coach}>
        {coach.companyPhoto ? (
          <img className={classes.logo} src={coach.companyPhoto.fileURL} alt="" />
        ) : (
          <span className={classes.initials} aria-hidden="true">
            {initials(name, coach.lastName)}
          </span>
        )}
        <p className={classes.names}>
          <strong>{name}</strong>
          {coach.companyName !== null && <span>{coach.companyName}</span>}
        </p>
      </div>
      <h1 className={classes.title} tabIndex={-1}>
        {group
          ? t('headlineGroup', { coach: onOneLine(name), group: group.name })
          : t('headline', { coach: onOneLine(name) })}
      </h1>
      <p className={classes.lead}>{t(group ? 'what.leadGroup' : 'what.lead')}</p>
      <ul className={classes.points}>
        {nextSession && (
          <li>
            <IconCalendarEvent aria-hidden="true" />
            <strong>
              <WholeTimes text={t('next', { when: whenOf(nextSession, reportedZone() ?? timezone) })} />
            </strong>
          </li>
        )}
        {POINTS.map(([point, Icon]) => (
          <li key={point}>
            <Icon aria-hidden="true" />
            {t(group && point !== 'agreements' ? `what.${point}Group` : `what.${point}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A name that fits one line of a phone is not broken between first and last name. */
function onOneLine(name: string): string {
  return name.length <= 22 ? name.replaceAll(' ', '\u00a0') : name
}

/** In the zone of this browser rather than the one the coach entered: the reader has not said where they live yet. */
function whenOf({ startsAt, endsAt }: IsoInterval, zone: string): string {
  return formatDayAndTimes(fromIso(startsAt), fromIso(endsAt), zone, currentLanguage())
}
