import { IconLock, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#contract/notes/notes.ts'
import classes from './NoteReaders.module.css'

type Props = {
  note: Pick<NoteItem, 'visibility' | 'about'>
}

/** Who can read a note, at a glance: the coach alone, or the person or group it is about too (product §13). */
export function NoteReaders({ note: { visibility, about } }: Props) {
  const { t } = useTranslation('notes')
  const isShared = visibility === 'shared'
  const Icon = isShared ? IconUsers : IconLock
  const text = isShared ? t(`readers.${about.type}`, { name: about.name }) : t('readers.private')
  return (
    <span className={classes.readers} data-shared={isShared || undefined}>
      <Icon size={15} aria-hidden="true" />
      {text}
    </span>
  )
}
