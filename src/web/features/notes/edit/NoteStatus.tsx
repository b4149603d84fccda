import { IconAlertCircle, IconCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import classes from './NoteEditor.module.css'
import type { NoteState } from './note-saver.ts'

const ICONS = { saving: IconRefresh, saved: IconCheck, waiting: IconCloudOff } as const

/** Whether what is written is saved, and where. `keeps`: whether this browser can keep it meanwhile. */
export function NoteStatus({ state, keeps }: { state: NoteState; keeps: boolean }) {
  const { t } = useTranslation('notes')
  const isTrouble = typeof state === 'object'
  const Icon = isTrouble ? IconAlertCircle : state === 'untouched' ? undefined : ICONS[state]
  return (
    <div>
      <span className={classes.status} data-trouble={isTrouble || undefined} role="status">
        {Icon && <Icon size={16} aria-hidden="true" />}
        {textOf()}
      </span>
      {!keeps && state !== 'untouched' && state !== 'waiting' && <NotKept />}
    </div>
  )

  function textOf(): string {
    if (state === 'untouched') return ''
    if (state === 'waiting') return t(keeps ? 'state.waiting' : 'state.open')
    if (typeof state === 'string') return t(`state.${state}`)
    return 'refused' in state ? t('state.refused', { reason: state.refused }) : t('state.conflict')
  }
}
