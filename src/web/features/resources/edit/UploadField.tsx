import { Button } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceFileDto, ResourceType } from '#contract/resources/resources.ts'
import { call } from '#web/api/call.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx'
import { SendingFile } from '#web/widgets/uploads/SendingFile.tsx'
import { ACCEPT } from '#web/widgets/uploads/accepted-files.ts'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import type { Transfer } from '#web/widgets/uploads/upload.ts'
import classes from '#web/widgets/uploads/uploads.module.css'
import { useUpload } from '#web/widgets/uploads/use-upload.ts'

const TRANSFER: Transfer<ResourceFileDto> = {
  begin: (body) => call('POST /v1/resource/upload', { body }),
  finish: (fileId) => call('POST /v1/resource/upload/:fileId/finish', { params: { fileId } }),
  cancel: (fileId) => call('DELETE /v1/resource/upload/:fileId', { params: { fileId } }),
}

type Props = {
  type: Exclude<ResourceType, 'link' | 'text'>
  /** The file that the resource has already. */
  file: ResourceFileDto | null
  maxBytes: number | undefined
  /** That one is missing. */
  error: string | undefined
  onChange: (file: ResourceFileDto | null) => void
  /** Whether one is on its way: it would be lost with the form. */
  onBusy: (busy: boolean) => void
}

/** The file of a resource: chosen, sent with its progress, cancelled, gone on with after a cut (product §14). */
export function UploadField({ type, file: given, maxBytes, error, onChange, onBusy }: Props) {
  const { t } = useTranslation('resources')
  const touch = useTouch()
  const language = currentLanguage()
  const [file, setFile] = useState(given)
  const keep = (kept: ResourceFileDto | null) => {
    setFile(kept)
    onChange(kept)
  }
  const { sending, problem, pick, resume, cancel } = useUpload({
    transfer: TRANSFER,
    reasons: { gone: t('upload.gone'), refused: t('upload.refused') },
    onDone: keep,
    onBusy,
  })
  if (sending) {
    return (
      <SendingFile
        sending={sending}
        labels={{
          sending: (values) => t('upload.sending', values),
          cut: (values) => t('upload.cut', values),
          checking: t('upload.checking'),
          resume: t('upload.resume'),
          cancel: t('upload.cancel'),
          progress: t('upload.progress'),
        }}
        onResume={resume}
        onCancel={cancel}
      />
    )
  }
  if (file) {
    return (
      <div className={classes.line}>
        <IconFileCheck size={24} aria-hidden="true" className={classes.ready} />
        <div className={classes.words}>
          <p className={classes.name} title={file.name}>
            {file.name}
          </p>
          <p className={classes.hint}>{sizeText(file.byteSize, language)}</p>
        </div>
        <Button variant="default" onClick={() => keep(null)}>
          {t('upload.replace')}
        </Button>
      </div>
    )
  }
  const size = maxBytes === undefined ? '' : sizeText(maxBytes, language)
  return (
    <FileDrop
      label={t('upload.choose')}
      title={t(touch ? 'upload.titleTouch' : 'upload.title')}
      hint={t(`upload.hints.${type}`, { size })}
      accept={ACCEPT[type]}
      onPick={pick}
      inForm
    >
      <FormError text={problem ?? error} />
    </FileDrop>
  )
}
