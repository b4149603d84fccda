import { Button } from '@mantine/core'
import { IconFileTypePdf, IconMailForward, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { callForFile } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useMailSummary } from '../records.queries.ts'

/** A coach's actions on a closed record: **Enviar resumen**, **Descargar PDF**, **Corregir** (product §9). */
export function RecordActions({ session, onCorrect }: { session: SessionDto; onCorrect: () => void }) {
  const { t } = useTranslation('records')
  const mail = useMailSummary(session.id)
  // Promises, not the mutation's callbacks: the toast reports the result even after the screen was left.
  const send = () => void mail.mutateAsync().then(() => setAlert(t('record.mailed'), 'success'), showFailure)
  // A session that was not held has no recipient; one without a summary, actions and goals has nothing to mail.
  const { closing, actions, goals, status } = session
  const hasWords = Boolean(closing?.summary.trim())
  const isMailed = status === 'completed' && (hasWords || actions.length + goals.length > 0)
  return (
    <>
      {isMailed && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={18} aria-hidden="true" />}
          loading={mail.isPending}
          onClick={send}
        >
          {t('record.mail')}
        </Button>
      )}
      <PdfButton session={session} />
      {session.allowedActions.includes('correct') && (
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden="true" />}
          onClick={onCorrect}
        >
          {t('record.correct')}
        </Button>
      )}
    </>
  )
}

/** The shared part of a record as a file, the same for both sides. */
export function PdfButton({ session: { id: sessionId } }: { session: Pick<SessionDto, 'id'> }) {
  const { t } = useTranslation('records')
  const download = useMutation({
    mutationFn: () => callForFile('GET /v1/session/:sessionId/pdf', { params: { sessionId } }),
  })
  const save = () =>
    void download
      .mutateAsync()
      .then(({ content, name }) => saveFile(content, name ?? t('record.pdfName')), showFailure)
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={save}
    >
      {t('record.pdf')}
    </Button>
  )
}
