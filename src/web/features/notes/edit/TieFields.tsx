import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NoteDto } from '#contract/notes/notes.ts'
import { useNoteTime } from '#web/widgets/notes/use-note-time.ts'
import type { NotesOf } from '#web/widgets/notes/note.queries.ts'
import type { NoteDraft } from '#web/widgets/notes/send-note.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import classes from './NoteEditor.module.css'
import { tiedGoalsQuery, tiedSessionsQuery } from './ties.queries.ts'

/** The session and the goal of a note. */
export type Ties = Pick<NoteDraft, 'sessionId' | 'goalId'>

type Props = {
  about: NotesOf
  value: Ties
  /** What is chosen beside the newest, which the lists may not have. */
  named?: Pick<NoteDto, 'sessionStartsAt' | 'goalTitle'> | undefined
  onChange: (ties: Partial<Ties>) => void
}

/** The session and the goal that a note is tied to: only those of whom it is about (product §13). */
export function TieFields({ about, value: { sessionId, goalId }, named, onChange }: Props) {
  const { t } = useTranslation('notes')
  const noteTime = useNoteTime()
  const { data: sessions } = useQuery(tiedSessionsQuery(about))
  const { data: goals } = useQuery(tiedGoalsQuery(about))
  // A session that was cancelled, or is older than the listed ones, is asked for by itself.
  const isListed = sessions?.some(({ id }) => id === sessionId) ?? true
  const { data: other } = useQuery({
    ...sessionQuery(sessionId ?? ''),
    enabled: sessionId !== null && !isListed && !named?.sessionStartsAt,
  })
  const sessionStartsAt = named?.sessionStartsAt ?? other?.startsAt
  const sessionChoices = withChosen(
    (sessions ?? []).map(({ id, startsAt, title }) => ({
      value: id,
      label: `${noteTime(startsAt)} · ${title}`,
    })),
    sessionId,
    sessionStartsAt && noteTime(sessionStartsAt),
  )
  const goalChoices = withChosen(
    (goals ?? []).map(({ id, title }) => ({ value: id, label: title })),
    goalId,
    named?.goalTitle,
  )
  return (
    <div className={classes.ties}>
      <Select
        label={t('ties.session')}
        placeholder={t('ties.noSession')}
        data={sessionChoices}
        value={sessionId}
        onChange={(id) => onChange({ sessionId: id })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('ties.clearSession') }}
        nothingFoundMessage={t('ties.none')}
      />
      <Select
        label={t('ties.goal')}
        placeholder={t('ties.noGoal')}
        data={goalChoices}
        value={goalId}
        onChange={(id) => onChange({ goalId: id })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('ties.clearGoal') }}
        nothingFoundMessage={t('ties.none')}
      />
    </div>
  )
}

type Choice = { value: string; label: string }

/** The choices with the chosen one among them, as it is named if no list has it. */
function withChosen(choices: Choice[], chosen: string | null, name: string | null | undefined): Choice[] {
  if (chosen === null || !name || choices.some(({ value }) => value === chosen)) return choices
  return [{ value: chosen, label: name }, ...choices]
}
