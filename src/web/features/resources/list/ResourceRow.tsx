import { Anchor } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ResourceDto } from '#contract/resources/resources.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { ResourceStatusBadge, TYPE_ICONS } from '../resource-look.tsx'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import classes from './ResourceRow.module.css'
import library from './LibraryRow.module.css'

/** A resource of the library, in a row or on a tile. */
export function ResourceRow({ resource, action }: { resource: ResourceDto; action?: ReactNode }) {
  const { t } = useTranslation('resources')
  const { type, file, status, usedBy } = resource
  const Icon = TYPE_ICONS[type]
  const facts = [t(`types.${type}`), file && sizeText(file.byteSize, currentLanguage()), resource.category]
  return (
    <article className={`${classes.row} ${library.row}`}>
      <span className={classes.icon} data-type={type} aria-hidden="true">
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={`${classes.words} ${library.words}`}>
        <div className={classes.head}>
          <Anchor
            component={Link}
            inherit
            lineClamp={2}
            to={paths.resourceView({ resourceId: resource.id })}
            className={classes.name}
            title={resource.title}
          >
            {resource.title}
          </Anchor>
          {status !== 'published' && <ResourceStatusBadge status={status} />}
        </div>
        <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <span className={classes.used}>
        <IconUsers size={16} aria-hidden="true" />
        {usedBy === 0 ? t('unused') : t('usedBy', { count: usedBy })}
      </span>
      {action !== undefined && <div className={library.action}>{action}</div>}
    </article>
  )
}
