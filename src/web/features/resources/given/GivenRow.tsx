import { Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GivenResource } from '#contract/resources/resources.ts'
import { formatShortDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { TYPE_ICONS } from '../resource-look.tsx'
import row from '../list/ResourceRow.module.css'

type Props = {
  resource: Pick<GivenResource, 'id' | 'type' | 'title' | 'dueOn' | 'message' | 'groupName'> & {
    overdue?: boolean
  }
  aside?: ReactNode
}

/** A resource that somebody has: until when, and what the coach said of it. */
export function GivenRow({
  resource: { id, type, title, dueOn, message, groupName, overdue = false },
  aside,
}: Props) {
  const { t } = useTranslation('resources')
  const Icon = TYPE_ICONS[type]
  const date = dueOn === null ? null : formatShortDayMonth(dueOn, 'UTC', currentLanguage())
  return (
    <article className={row.row}>
      <span className={row.icon} aria-hidden="true">
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={row.words}>
        <div className={row.head}>
          <Anchor
            component={Link}
            inherit
            lineClamp={2}
            to={paths.resourceView({ resourceId: id })}
            className={row.name}
            title={title}
          >
            {title}
          </Anchor>
        </div>
        <p className={row.facts}>{[t(`types.${type}`), groupName, message].filter(Boolean).join(' · ')}</p>
      </div>
      {(date !== null || aside) && (
        <span className={row.used}>
          {overdue && <IconAlertCircle size={16} aria-hidden="true" />}
          {date !== null && t(overdue ? 'wasDue' : 'due', { date })}
          {aside}
        </span>
      )}
    </article>
  )
}
