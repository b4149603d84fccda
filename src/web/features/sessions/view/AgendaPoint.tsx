import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgendaItem } from '#contract/sessions/sessions.ts'
import { useOpener } from '#web/ui/use-focus-back.ts'
import { POINT_LENGTH, type AgendaChange } from './agenda.ts'
import classes from './AgendaCard.module.css'

type Props = {
  item: AgendaItem
  /** The author, as the viewer calls them. */
  author: string
  canEdit: boolean
  onChange: (change: AgendaChange) => void
}

/** One point of the agenda: completed, edited and deleted in place. */
export function AgendaPoint({ item: { id, text, done, editable }, author, canEdit, onChange }: Props) {
  const { t } = useTranslation('moves')
  const [editing, setEditing] = useState(false)
  const pencil = useOpener(editing)
  if (editing && canEdit) {
    return (
      <li className={classes.point}>
        <Rewriting
          text={text}
          onSave={(next) => {
            if (next !== text) onChange({ op: 'edit', id, text: next })
            setEditing(false)
          }}
          onKeep={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className={classes.point}>
      <Checkbox
        className={classes.check}
        checked={done}
        disabled={!canEdit}
        onChange={({ currentTarget }) => onChange({ op: 'tick', id, done: currentTarget.checked })}
        label={
          <span className={classes.text} data-done={done || undefined}>
            {text}
          </span>
        }
        description={author}
      />
      {canEdit && editable && (
        <div className={classes.tools}>
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('agenda.edit', { text })}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={17} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="negative"
            size="input-sm"
            aria-label={t('agenda.remove', { text })}
            onClick={() => onChange({ op: 'remove', id })}
          >
            <IconTrash size={17} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </li>
  )
}

type RewritingProps = { text: string; onSave: (text: string) => void; onKeep: () => void }

function Rewriting({ text, onSave, onKeep }: RewritingProps) {
  const { t } = useTranslation(['moves', 'common'])
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  // The pencil was clicked to write here.
  useEffect(() => field.current?.focus(), [])
  const isReady = typed.trim().length >= POINT_LENGTH.min
  return (
    <form
      className={classes.rewriting}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSave(typed.trim())
      }}
    >
      <TextInput
        className={classes.field}
        aria-label={t('agenda.edit', { text })}
        maxLength={POINT_LENGTH.max}
        ref={field}
        value={typed}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onKeep()
        }}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" onClick={onKeep}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" disabled={!isReady}>
        {t('common:save')}
      </Button>
    </form>
  )
}
