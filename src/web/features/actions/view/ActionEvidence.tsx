import { ActionIcon, Anchor, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionFiles, MOST_ACTION_FILES } from '#contract/actions/action-files.ts'
import type { ActionDto } from '#contract/actions/actions.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { queryKey } from '#web/api/query-client.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { FileButton } from '#web/ui/inputs/DropZone.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SendingFile } from '#web/widgets/uploads/SendingFile.tsx'
import { ACCEPT } from '#web/widgets/uploads/accepted-files.ts'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import type { Transfer } from '#web/widgets/uploads/upload.ts'
import uploads from '#web/widgets/uploads/uploads.module.css'
import { useUpload } from '#web/widgets/uploads/use-upload.ts'
import classes from './ActionDialog.module.css'

const filesQuery = (actionId: string) =>
  queryOptions({
    queryKey: queryKey('action', 'files', actionId),
    queryFn: ({ signal }) =>
      call('GET /v1/action/:actionId/attachment', { params: { actionId } }, { signal }),
  })

type Props = {
  action: ActionDto
  /** Whether a file is on its way: it would be lost with what shows it. */
  onBusy?: (busy: boolean) => void
}

/** The files that show how an action went: its client attaches and removes them, both sides open them (product §12). */
export default function ActionEvidence({ action, onBusy }: Props) {
  const query = useQuery(filesQuery(action.id))
  return (
    <QueryView query={query} skeleton={<Skeleton height={36} radius={10} />}>
      {(files) => <Evidence actionId={action.id} onBusy={onBusy} {...files} />}
    </QueryView>
  )
}

type EvidenceProps = ActionFiles & { actionId: string; onBusy: Props['onBusy'] }

function Evidence({ actionId, files, canAttach, maxFileBytes, onBusy }: EvidenceProps) {
  const { t } = useTranslation('actions')
  const hintId = useId()
  const upload = useUpload({
    transfer: transferOf(actionId),
    reasons: { gone: t('files.gone'), refused: t('files.refused') },
    onDone: () => setAlert(t('files.added'), 'success'),
    ...(onBusy && { onBusy }),
  })
  const { sending, problem, pick, resume, cancel } = upload
  if (files.length === 0 && !canAttach) return null
  return (
    <section className={classes.files} aria-label={t('files.title')}>
      <p className={classes.heading}>{t('files.title')}</p>
      {files.map((file) => (
        <OneFile key={file.id} actionId={actionId} file={file} canRemove={canAttach} />
      ))}
      {sending ? (
        <SendingFile
          sending={sending}
          labels={{
            sending: (values) => t('files.sending', values),
            cut: (values) => t('files.cut', values),
            checking: t('files.checking'),
            resume: t('files.resume'),
            cancel: t('files.cancel'),
            progress: t('files.progress'),
          }}
          onResume={resume}
          onCancel={cancel}
        />
      ) : (
        canAttach &&
        files.length < MOST_ACTION_FILES && (
          <div className={uploads.line}>
            <FileButton
              label={t('files.add')}
              accept={ACCEPT.file}
              onPick={pick}
              aria-describedby={hintId}
              variant="default"
              size="sm"
            />
            <p id={hintId} className={uploads.hint}>
              {t('files.hint', {
                count: MOST_ACTION_FILES,
                size: sizeText(maxFileBytes, currentLanguage()),
              })}
            </p>
          </div>
        )
      )}
      <FormError text={problem} />
    </section>
  )
}

const transferOf = (actionId: string): Transfer<ActionFiles> => ({
  begin: (body) => call('POST /v1/action/:actionId/attachment', { params: { actionId }, body }),
  finish: (fileId) =>
    call('POST /v1/action/:actionId/attachment/:fileId/finish', { params: { actionId, fileId } }),
  cancel: (fileId) =>
    call('DELETE /v1/action/:actionId/attachment/:fileId', { params: { actionId, fileId } }),
})

type FileProps = { actionId: string; file: ActionFiles['files'][number]; canRemove: boolean }

function OneFile({ actionId, file: { id: fileId, name, byteSize }, canRemove }: FileProps) {
  const { t } = useTranslation(['actions', 'common'])
  const params = { actionId, fileId }
  const remove = useMutation({
    mutationFn: () => call('DELETE /v1/action/:actionId/attachment/:fileId', { params }),
  })
  const restore = () => call('POST /v1/action/:actionId/attachment/:fileId/restore', { params })
  const removed = () =>
    setAlert(t('files.removed'), 'success', {
      label: t('common:undo'),
      run: () => void restore().catch(showFailure),
    })
  const open = () =>
    void call('GET /v1/action/:actionId/attachment/:fileId/download', { params }).then(
      ({ attachment }) => location.assign(attachment),
      showFailure,
    )
  return (
    <div className={uploads.line}>
      <IconPaperclip size={18} aria-hidden="true" />
      <div className={uploads.words}>
        <Anchor component="button" type="button" className={uploads.name} title={name} onClick={open}>
          <VisuallyHidden>{`${t('files.open')} `}</VisuallyHidden>
          {name}
        </Anchor>
        <p className={uploads.hint}>{sizeText(byteSize, currentLanguage())}</p>
      </div>
      {canRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('files.remove', { name })}
          loading={remove.isPending}
          onClick={() => void remove.mutateAsync().then(removed, showFailure)}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
