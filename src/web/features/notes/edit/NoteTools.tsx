import '#web/ui/theme/kit-pills.ts'
import { ActionIcon, TagsInput } from '@mantine/core'
import { IconHistory, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LONGEST_NOTE_TAG, MOST_NOTE_TAGS, type NoteDto } from '#contract/notes/notes.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { restoreNote, useArrangeNote, useDeleteNote } from '../notes.queries.ts'
import classes from './NoteEditor.module.css'

type ToolsProps = { note: NoteDto; isOpen: boolean; onVersions: () => void; onClose: () => void }

/** What is done with a whole note: pinned, its versions, deleted. */
export function NoteTools({ note: { id, pinned }, isOpen, onVersions, onClose }: ToolsProps) {
  const { t } = useTranslation(['notes', 'common'])
  const arrange = useArrangeNote()
  const remove = useDeleteNote()
  const pin = () =>
    arrange
      .mutateAsync({ noteId: id, settings: { pinned: !pinned } })
      .then(undefined, (failure: unknown) => showFailure(failure))
  const send = useSend(remove)
  const undo = () => void restoreNote(id).catch((failure: unknown) => showFailure(failure))
  const toBin = () =>
    send(id, {
      onSuccess: () => setAlert(t('edit.removed'), 'success', { label: t('common:undo'), run: undo }),
      // Another note may be open by then.
      onSuccessHere: onClose,
      onErrorHere: showFailure,
    })
  const Pin = pinned ? IconPinFilled : IconPin
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-pressed={pinned}
        aria-label={t('edit.pin')}
        title={t('edit.pin')}
        onClick={() => void pin()}
      >
        <Pin size={19} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-expanded={isOpen}
        aria-label={t('versions.open')}
        title={t('versions.open')}
        onClick={onVersions}
      >
        <IconHistory size={19} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="negative"
        size="input-sm"
        aria-label={t('edit.remove')}
        title={t('edit.remove')}
        loading={remove.isPending}
        onClick={toBin}
      >
        <IconTrash size={19} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}

/** The tags of a note, saved as they are chosen. */
export function NoteTags({ note: { id, tags } }: { note: NoteDto }) {
  const { t } = useTranslation('notes')
  const arrange = useArrangeNote()
  return (
    <TagsInput
      className={classes.tags}
      label={t('edit.tags')}
      placeholder={tags.length === 0 ? t('edit.tagsHint') : ''}
      maxTags={MOST_NOTE_TAGS}
      maxLength={LONGEST_NOTE_TAG}
      value={arrange.isPending ? (arrange.variables.settings.tags ?? tags) : tags}
      onChange={(next) =>
        void arrange
          .mutateAsync({ noteId: id, settings: { tags: next } })
          .then(undefined, (failure: unknown) => showFailure(failure))
      }
    />
  )
}
