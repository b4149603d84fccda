import { Button } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteDto } from '#contract/notes/notes.ts'
import { failureText } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { NoteReaders } from '#web/widgets/notes/NoteReaders.tsx'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useShareNote } from '../notes.queries.ts'

/** Who reads a note, and the question before that changes (product §13). */
export function ShareNote({ note }: { note: NoteDto }) {
  const { t } = useTranslation(['notes', 'common'])
  const [asking, setAsking] = useState(false)
  const share = useShareNote()
  const send = useSend(share)
  const isShared = note.visibility === 'shared'
  const { type, name } = note.about
  const what = isShared ? 'unshare' : 'share'
  const close = () => {
    share.reset()
    setAsking(false)
  }
  return (
    <>
      <NoteReaders note={note} />
      {type === 'Group' && <Members groupId={note.about.id} />}
      <Button
        size="compact-sm"
        variant={isShared ? 'default' : 'light'}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t(`${what}.open`)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t(`${what}.title.${type}`, { name })}
        subtitle={t(`${what}.text.${type}`, { name })}
        icon={isShared ? <IconLock size={24} /> : <IconUsers size={24} />}
        cancel={{ label: t('common:cancel') }}
        accept={{
          label: t(`${what}.accept`),
          loading: share.isPending,
          loadingLabel: t('common:loading'),
          run: () => send({ noteId: note.id, share: !isShared }, { onSuccessHere: close }),
        }}
        error={share.isError ? failureText(share.error) : undefined}
        onClose={close}
      />
    </>
  )
}

/** The first names of who is in the group. */
function Members({ groupId }: { groupId: string }) {
  const { t } = useTranslation('notes')
  const { data } = useQuery(groupQuery(groupId))
  if (!data || data.firstNames.length === 0) return null
  return <small>{t('readers.members', { names: data.firstNames.join(', ') })}</small>
}
