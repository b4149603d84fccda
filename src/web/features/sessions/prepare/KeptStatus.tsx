import { IconAlertCircle, IconCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Kept } from './use-autosave.ts'
import classes from './KeptStatus.module.css'

const ICONS = { saving: IconRefresh, saved: IconCheck, waiting: IconCloudOff } as const

/** Whether the input is saved, in a word. */
export function KeptStatus({ kept }: { kept: Kept }) {
  const { t } = useTranslation('records')
  const refused = typeof kept === 'object'
  const StatusIcon = refused ? IconAlertCircle : kept === 'untouched' ? undefined : ICONS[kept]
  return (
    <span className={classes.kept} data-refused={refused || undefined} role="status">
      {StatusIcon && <StatusIcon size={16} aria-hidden="true" />}
      {refused ? kept.refused : kept === 'untouched' ? '' : t(`kept.${kept}`)}
    </span>
  )
}
