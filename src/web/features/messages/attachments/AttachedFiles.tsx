import { ActionIcon, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { sizeText } from '#web/widgets/uploads/size-text.ts'
import classes from './AttachedFiles.module.css'
import type { Attaching } from './use-attaching.ts'
import { FileIcon } from './FileIcon.tsx'
import type { Uploading } from './use-uploads.ts'

/** The files of the message that is being written: those on their way, and those that have arrived. */
export function AttachedFiles({ attaching }: { attaching: Attaching }) {
  const { t } = useTranslation('messages')
  const { files, uploads, lost, problem } = attaching
  if (files.length + uploads.length + lost.length === 0 && problem === undefined) return null
  // First, where a phone shows them: they hold up the message.
  const [refused, running] = [
    uploads.filter((each) => each.problem !== undefined),
    uploads.filter((each) => each.problem === undefined),
  ]
  const onItsWay = (upload: Uploading) => (
    <OnItsWay
      key={upload.key}
      upload={upload}
      onRetry={() => attaching.retry(upload)}
      onCancel={() => attaching.cancel(upload.key)}
    />
  )
  return (
    <div className={classes.attached}>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {lost.length > 0 && (
        <p className={classes.problem} role="status">
          {t('files.lost', { names: lost.join(', '), count: lost.length })}
          <button type="button" className={classes.dismiss} onClick={attaching.dismissLost}>
            {t('files.dismiss')}
          </button>
        </p>
      )}
      {files.length + uploads.length > 0 && (
        <ul className={classes.files} aria-label={t('files.attached')}>
          {refused.map(onItsWay)}
          {files.map((file) => (
            <Ready
              key={file.id}
              file={file}
              source={attaching.sourceOf(file.id)}
              onRemove={() => attaching.remove(file)}
            />
          ))}
          {running.map(onItsWay)}
        </ul>
      )}
    </div>
  )
}

type ReadyProps = { file: AttachmentDto; source: File | undefined; onRemove: () => void }

function Ready({ file: { name, byteSize, mediaType }, source, onRemove }: ReadyProps) {
  const { t } = useTranslation('messages')
  return (
    <li className={classes.file}>
      <Look source={source} mediaType={mediaType} />
      <Words name={name} state={sizeText(byteSize, currentLanguage())} />
      <Remove label={t('files.remove', { name })} onClick={onRemove} />
    </li>
  )
}

type OnItsWayProps = { upload: Uploading; onRetry: () => void; onCancel: () => void }

function OnItsWay({ upload: { file, share, isCut, why, problem }, onRetry, onCancel }: OnItsWayProps) {
  const { t } = useTranslation('messages')
  const percent = Math.floor(share * 100)
  const state =
    problem ??
    (isCut
      ? (why ?? t('files.cut'))
      : percent === 100
        ? t('files.checking')
        : t('files.sending', { percent }))
  return (
    <li className={classes.file} data-problem={problem !== undefined || undefined}>
      <Look source={file} mediaType={file.type} />
      <Words name={file.name} state={state} />
      {(isCut || problem !== undefined) && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('files.retry', { name: file.name })}
          onClick={onRetry}
        >
          <IconRefresh size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      <Remove
        label={t(problem === undefined ? 'files.cancel' : 'files.remove', { name: file.name })}
        onClick={onCancel}
      />
      {problem === undefined && (
        <Progress.Root size={4} radius={2} className={classes.progress}>
          <Progress.Section value={percent} aria-label={t('files.progress', { name: file.name })} />
        </Progress.Root>
      )}
    </li>
  )
}

/** A picture as it is on this device; of anything else, and of one from before a reload, its kind. */
function Look({ source, mediaType }: { source: File | undefined; mediaType: string }) {
  const url = useObjectUrl(source && mediaType.startsWith('image/') ? source : null)
  return url === undefined ? (
    <FileIcon mediaType={mediaType} size={24} />
  ) : (
    <img src={url} alt="" className={classes.look} />
  )
}

function Words({ name, state }: { name: string; state: string }) {
  return (
    <div className={classes.words}>
      <p className={classes.name} title={name}>
        {name}
      </p>
      <p className={classes.state} role="status">
        {state}
      </p>
    </div>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={onClick}>
      <IconX size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
