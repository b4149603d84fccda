import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { NoteVisibility } from '#contract/notes/notes.ts'
import { plainText } from '#contract/rich-text/rich-text.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { noteQuery, notesQuery } from '#web/widgets/notes/note.queries.ts'
import type { RecordValues } from './closing-form.ts'

/** Shared notes go into what is shared, private ones into what is private. */
const NOTES_OF = { summary: 'shared', privateNotes: 'private' } as const satisfies Partial<
  Record<keyof RecordValues, NoteVisibility>
>

type Props = {
  session: Pick<SessionDto, 'id' | 'type' | 'clientId' | 'groupId'>
  into: keyof typeof NOTES_OF
}

/** Takes what was written during the session into a field of its closing; nothing once all of it is there. */
export default function FromSessionNotes({ session: { id, type, clientId, groupId }, into }: Props) {
  const { t } = useTranslation('sessions')
  const form = useFormContext<RecordValues>()
  const written = useWatch({ control: form.control, name: into }) ?? ''
  const { data } = useInfiniteQuery(
    notesQuery({ type, itemId: clientId ?? groupId ?? '' }, { sessionId: id }),
  )
  const notes = (data?.pages ?? []).flatMap((page) => page.data)
  const texts = useQueries({
    queries: notes
      .filter(({ visibility }) => visibility === NOTES_OF[into])
      .map((note) => noteQuery(note.id)),
    combine: (queries) => queries.flatMap(({ data: note }) => (note ? plainText(note.body).trim() : [])),
  })
  // What was taken may have been reworded since.
  const [taken, setTaken] = useState<readonly string[]>([])
  const missing = texts.filter((text) => text !== '' && !taken.includes(text) && !written.includes(text))
  if (missing.length === 0) return null
  const take = () => {
    setTaken([...taken, ...missing])
    form.setValue(into, [written.trimEnd(), ...missing].filter(Boolean).join('\n\n'), {
      shouldDirty: true,
      shouldValidate: true,
    })
  }
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconNotes size={16} aria-hidden="true" />}
        onClick={take}
      >
        {t('closing.fromNotes', { count: missing.length })}
      </Button>
    </div>
  )
}
