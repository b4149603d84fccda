import { IconBuilding, IconCalendarEvent, IconCalendarStats } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/groups.ts'
import { dateOf } from '#time/calendar-date.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { comingMoment } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { datesOf } from './group-dates.ts'
import classes from './GroupHeader.module.css'
import { GroupStatus } from '#web/features/groups/components/GroupStatus.tsx'
import { Seats } from '#web/features/groups/components/Seats.tsx'

/** A group's name, status, seats and next session. */
export function GroupHeader({ group, timezone }: { group: GroupDetail; timezone: string }) {
  const { t } = useTranslation('groups')
  const { status } = group
  const reader = { timezone, language: currentLanguage(), now: useNow() }
  return (
    <Card className={classes.header}>
      <PersonAvatar name={group.name} src={group.photo?.fileURL} size={64} />
      <div className={classes.facts}>
        <GroupStatus status={status} />
        <span className={classes.fact}>
          <IconCalendarEvent size={16} aria-hidden="true" />
          <span className="tabular">
            {group.nextSessionAt === null
              ? t('noNextSession')
              : t('nextSession', { when: comingMoment(group.nextSessionAt, reader, 'short') })}
          </span>
        </span>
        <GroupDates group={group} timezone={timezone} />
        {group.companyName !== null && (
          <span className={classes.fact}>
            <IconBuilding size={16} aria-hidden="true" />
            {group.companyName}
          </span>
        )}
      </div>
      <div className={classes.seats}>
        <Seats group={group} />
      </div>
      {(status === 'draft' || status === 'finished' || status === 'archived') && (
        <p className={classes.statusText}>{t(`statusHint.${status}`)}</p>
      )}
    </Card>
  )
}

function GroupDates({ group, timezone }: { group: GroupDetail; timezone: string }) {
  const { t } = useTranslation('groups')
  const dates = datesOf(group, dateOf(useNow(), timezone), currentLanguage())
  if (!dates) return null
  const { key, ...days } = dates
  return (
    <span className={classes.fact}>
      <IconCalendarStats size={16} aria-hidden="true" />
      <span className="tabular">{t(`dates.${key}`, days)}</span>
    </span>
  )
}
