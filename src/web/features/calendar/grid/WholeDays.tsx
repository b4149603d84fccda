import { IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DayNote } from '../entries.ts'

/** The head of the row above the hours. Memorandums have a time: where it holds nothing else, it is named after them. */
export function WholeDays({ notes }: { notes: readonly DayNote[] }) {
  const { t } = useTranslation('calendar')
  if (!notes.every(({ kind }) => kind === 'memorandum')) return t('allDay')
  return (
    <>
      <IconNote size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('memorandums')}</span>
    </>
  )
}
