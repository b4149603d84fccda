import { Anchor } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupDto } from '#contract/groups.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { comingMoment } from '#time/relative.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './GroupRow.module.css'
import { GroupStatus } from '#web/features/groups/components/GroupStatus.tsx'
import { Seats } from '#web/features/groups/components/Seats.tsx'

/** A group in the list: its name, how full it is, and its next session. */
export function GroupRow({ group, timezone }: { group: GroupDto; timezone: string }) {
  const { t } = useTranslation('groups')
  const reader = { timezone, language: currentLanguage(), now: useNow() }
  return (
    <article className={classes.row}>
      <PersonAvatar name={group.name} src={group.photo?.fileURL} size={36} />
      <div className={classes.words}>
        <div className={classes.head}>
          <Anchor
            component={Link}
            inherit
            to={paths.groupView({ groupId: group.id })}
            className={classes.name}
            title={group.name}
          >
            {group.name}
          </Anchor>
          <GroupStatus status={group.status} />
        </div>
        {group.objective !== null && (
          <p className={classes.objective} title={group.objective}>
            {group.objective}
          </p>
        )}
      </div>
      <div className={classes.seats}>
        <Seats group={group} />
      </div>
      <span className={classes.next}>
        <IconCalendarEvent size={16} aria-hidden="true" />
        <span className="tabular">
          {group.nextSessionAt === null
            ? t('noNextSession')
            : t('nextSession', { when: comingMoment(group.nextSessionAt, reader, 'short') })}
        </span>
      </span>
    </article>
  )
}
