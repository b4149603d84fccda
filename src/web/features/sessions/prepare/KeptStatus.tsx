import { IconAlertCircle, IconCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import type { Kept } from './use-autosave.ts'
import classes from './KeptStatus.module.css'

const ICONS = { saving: IconRefresh, saved: IconCheck, waiting: IconCloudOff } as const

type Props = {
  kept: Kept
  /** Whether this browser can keep it meanwhile. */
  keeps: boolean
}

/** Whether the input is saved, in a word. */
export function KeptStatus({ kept, keeps }: Props) {
  const { t } = useTranslation('records')
  const refused = typeof kept === 'object'
  const StatusIcon = refused ? IconAlertCircle : kept === 'untouched' ? undefined : ICONS[kept]
  return (
    <span className={classes.status}>
      <span className={classes.kept} data-refused={refused || undefined} role="status">
        {StatusIcon && <StatusIcon size={16} aria-hidden="true" />}
        {refused ? kept.refused : textOf(kept)}
      </span>
      {!keeps && kept !== 'untouched' && kept !== 'waiting' && <NotKept />}
    </span>
  )

  function textOf(state: Exclude<Kept, object>): string {
    if (state === 'untouched') return ''
    return t(state === 'waiting' && !keeps ? 'kept.open' : `kept.${state}`)
  }
}
