import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import type { TimeWarning } from '#contract/sessions/session-series.ts'
import { useWarningText } from './time-warnings.ts'
import classes from './TimeWarnings.module.css'

/** The warnings about a time for the coach; conflicts that prevent booking are emphasized. */
export function TimeWarnings({ warnings }: { warnings: readonly TimeWarning[] }) {
  const textOf = useWarningText()
  if (warnings.length === 0) return null
  return (
    <ul className={classes.warnings}>
      {warnings.map((warning) => {
        const isHard = warning.code === 'overlap'
        const WarningIcon = isHard ? IconBan : IconAlertTriangle
        const text = textOf(warning)
        return (
          <li key={text} className={classes.warning} data-hard={isHard || undefined}>
            <WarningIcon size={18} aria-hidden="true" className={classes.icon} />
            {text}
          </li>
        )
      })}
    </ul>
  )
}
