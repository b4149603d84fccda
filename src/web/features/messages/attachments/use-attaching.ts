import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttachmentDto, MOST_ATTACHMENTS } from '#contract/messages/attachments.ts'
import type { RoomId } from '#contract/values.ts'
import type { HoldUp } from '../compose/composer-model.ts'
import type { Composer } from '../compose/use-composer.ts'
import { forget } from './attachments.queries.ts'
import { type Uploading, useUploads } from './use-uploads.ts'

/** The files of the message that is written in a room: those that have arrived are kept with its text. */
export function useAttaching(roomId: RoomId, composer: Composer) {
  const { t } = useTranslation('messages')
  const [problem, setProblem] = useState<string>()
  // What a file looks like is known as long as the page that chose it.
  const sources = useRef(new Map<string, File>())
  const { attachments: files, lost } = composer
  const { uploads, add, retry, cancel } = useUploads({
    roomId,
    refused: t('files.refused'),
    onDone: (file, sent) => {
      sources.current.set(file.id, sent)
      composer.attach(file, sent.name)
    },
  })
  return {
    files,
    uploads,
    /** Names of files that were on their way when the page was left. */
    lost,
    problem,
    /** A message is sent when all its files have arrived; one that was refused never does. */
    holdUp: holdUpOf(uploads),
    sourceOf: (fileId: string): File | undefined => sources.current.get(fileId),
    add: (chosen: readonly File[]): void => {
      if (chosen.length === 0 || composer.editing) return
      const room = MOST_ATTACHMENTS - files.length - uploads.length
      setProblem(chosen.length > room ? t('files.tooMany', { count: MOST_ATTACHMENTS }) : undefined)
      const taken = chosen.slice(0, Math.max(0, room))
      composer.beginUploads(taken.map(({ name }) => name))
      add(taken)
    },
    retry,
    cancel: (key: string): void => {
      const name = uploads.find((each) => each.key === key)?.file.name
      if (name !== undefined) composer.endUpload(name)
      setProblem(undefined)
      cancel(key)
    },
    remove: (file: AttachmentDto): void => {
      setProblem(undefined)
      composer.detach(file.id)
      // What is left is forgotten after a day.
      forget(roomId, file.id).catch(() => undefined)
    },
    dismissLost: composer.dismissLost,
  }
}

function holdUpOf(uploads: readonly Uploading[]): HoldUp | undefined {
  if (uploads.some(({ problem }) => problem !== undefined)) return 'refused'
  return uploads.length > 0 ? 'waiting' : undefined
}

export type Attaching = ReturnType<typeof useAttaching>
