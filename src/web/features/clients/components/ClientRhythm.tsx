import { IconAlertTriangle, IconCircleCheck, IconTrendingDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDto, Rhythm } from '#contract/clients.ts'
import { StatusBadge, type StatusLook } from '#web/ui/layout/StatusBadge.tsx'
import { reasonText, rhythmText } from '../attention-text.ts'
import classes from './ClientRhythm.module.css'

const LOOK: Record<Rhythm['level'], StatusLook> = {
  onTrack: { tone: 'positive', icon: <IconCircleCheck /> },
  atRisk: { tone: 'warning', icon: <IconAlertTriangle /> },
  lost: { tone: 'negative', icon: <IconTrendingDown /> },
}

/** The rhythm of a process and its other attention reasons (product §6); renders nothing without either. */
export function ClientRhythm({ client: { rhythm, attention } }: { client: ClientDto }) {
  const { t } = useTranslation('clients')
  const others = rhythm ? attention.filter(({ kind }) => kind !== 'rhythm') : attention
  if (rhythm === null && others.length === 0) return null
  const isQuiet = attention.some(({ kind }) => kind === 'rhythm')
  return (
    <div className={classes.rhythm}>
      {rhythm && <StatusBadge label={t(`rhythm.${rhythm.level}`)} {...LOOK[rhythm.level]} />}
      <ul className={classes.reasons}>
        {rhythm && <li data-needs={isQuiet || undefined}>{rhythmText(t, rhythm, isQuiet)}</li>}
        {others.map((reason) => (
          <li key={reason.kind} data-needs>
            {reasonText(t, reason)}
          </li>
        ))}
      </ul>
    </div>
  )
}
