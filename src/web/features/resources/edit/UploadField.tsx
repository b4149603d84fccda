import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconFileCheck, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceFileDto, ResourceType } from '#contract/resources/resources.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx'
import { sizeText } from '../resource-look.tsx'
import { type RunningUpload, startUpload } from './resource-upload.ts'
import classes from './UploadField.module.css'

const AUDIO = '.mp3,.m4a,.aac,.wav,.flac,.ogg,.oga,.opus'
const VIDEO = '.mp4,.m4v,.webm,.mov'
const DOCUMENTS = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.doc,.xls,.ppt'
const ACCEPT: Record<'file' | 'video' | 'audio', string> = {
  file: `${DOCUMENTS},.jpg,.jpeg,.png,.webp,.gif,.avif,${AUDIO},${VIDEO}`,
  video: VIDEO,
  audio: AUDIO,
}

type State =
  | { at: 'choose'; problem?: string | undefined }
  | { at: 'sending' | 'cut'; file: File; share: number }
  | { at: 'ready'; file: ResourceFileDto }

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
  const language = currentLanguage()
  const [state, setState] = useState<State>(given ? { at: 'ready', file: given } : { at: 'choose' })
  const running = useRef<RunningUpload | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const finish = (next: State, file: ResourceFileDto | null) => {
    running.current = null
    setState(next)
    onBusy(false)
    onChange(file)
  }
  const fail = (failure: unknown) => {
    const text = failure instanceof ApiFailure ? firstField(failure) : undefined
    showFailure(failure, { dialog: (general) => finish({ at: 'choose', problem: text ?? general }, null) })
  }
  const pick = (file: File) => {
    setState({ at: 'sending', file, share: 0 })
    onBusy(true)
    startUpload(file, {
      onProgress: (share) => setState({ at: 'sending', file, share }),
      onCut: () => setState((before) => (before.at === 'sending' ? { ...before, at: 'cut' } : before)),
    }).then((upload) => {
      running.current = upload
      upload.done.then((ready) => finish({ at: 'ready', file: ready }, ready), fail)
    }, fail)
  }
  const cancel = () => {
    running.current?.cancel()
    finish({ at: 'choose' }, null)
  }

  if (state.at === 'ready') {
    const { name, byteSize } = state.file
    return (
      <div className={classes.line}>
        <IconFileCheck size={24} aria-hidden="true" className={classes.ready} />
        <div className={classes.words}>
          <p className={classes.name} title={name}>
            {name}
          </p>
          <p className={classes.hint}>{sizeText(byteSize, language)}</p>
        </div>
        <Button variant="default" onClick={() => finish({ at: 'choose' }, null)}>
          {t('upload.replace')}
        </Button>
      </div>
    )
  }
  if (state.at === 'choose') {
    const size = maxBytes === undefined ? '' : sizeText(maxBytes, language)
    return (
      <FileDrop
        label={t('upload.choose')}
        title={t('upload.title')}
        hint={t(`upload.hints.${type}`, { size })}
        accept={ACCEPT[type]}
        onPick={pick}
        inForm
      >
        <FormError text={state.problem ?? error} />
      </FileDrop>
    )
  }
  const { file, share } = state
  const percent = Math.floor(share * 100)
  return (
    <div className={classes.sending}>
      <div className={classes.line}>
        <div className={classes.words}>
          <p className={classes.name} title={file.name}>
            {file.name}
          </p>
          <p className={classes.hint} role="status">
            {state.at === 'cut'
              ? t('upload.cut', { percent })
              : percent === 100
                ? t('upload.checking')
                : t('upload.sending', { percent, size: sizeText(file.size, language) })}
          </p>
        </div>
        {state.at === 'cut' && (
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
            onClick={() => {
              setState({ ...state, at: 'sending' })
              running.current?.resume()
            }}
          >
            {t('upload.resume')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconX size={18} aria-hidden="true" />} onClick={cancel}>
          {t('upload.cancel')}
        </Button>
      </div>
      <Progress.Root size={8} radius={4}>
        <Progress.Section value={percent} aria-label={t('upload.progress')} />
      </Progress.Root>
    </div>
  )
}

const firstField = ({ fields }: ApiFailure): string | undefined => Object.values(fields ?? {})[0]
