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

type Props = {
  client: ClientDto
  /** In a list: the first reason on one line, all of them in the tooltip. */
  onOneLine?: boolean
}

/** The rhythm of a process and its other attention reasons (product §6); renders nothing without either. */
export function ClientRhythm({ client: { rhythm, attention }, onOneLine = false }: Props) {
  const { t } = useTranslation('clients')
  const others = rhythm ? attention.filter(({ kind }) => kind !== 'rhythm') : attention
  if (rhythm === null && others.length === 0) return null
  const isQuiet = attention.some(({ kind }) => kind === 'rhythm')
  const reasons = [
    ...(rhythm ? [{ kind: 'rhythm', text: rhythmText(t, rhythm, isQuiet), needs: isQuiet }] : []),
    ...others.map((reason) => ({ kind: reason.kind, text: reasonText(t, reason), needs: true })),
  ]
  // What needs attention says more than when somebody last moved.
  const shown = onOneLine ? reasons.toSorted((a, b) => Number(b.needs) - Number(a.needs)) : reasons
  return (
    <div
      className={classes.rhythm}
      data-line={onOneLine || undefined}
      title={onOneLine ? shown.map(({ text }) => text).join(' · ') : undefined}
    >
      {rhythm && <StatusBadge label={t(`rhythm.${rhythm.level}`)} {...LOOK[rhythm.level]} />}
      <ul className={classes.reasons}>
        {shown.map(({ kind, text, needs }, at) => (
          <li
            key={kind}
            data-needs={needs || undefined}
            className={onOneLine && at > 0 ? 'visually-hidden' : undefined}
          >
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
