import { useEffect, useRef, useState } from 'react'
import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { RoomId } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { type RunningUpload, UploadRefused, startUpload } from '#web/widgets/uploads/upload.ts'
import { transferTo } from './attachments.queries.ts'

/** A file on its way into a message: how much of it has arrived, and why it does not go on. */
export type Uploading = {
  key: string
  file: File
  /** From 0 to 1. */
  share: number
  /** The line is cut: it goes on by itself when it is back, or by a press. */
  isCut: boolean
  /** What the server says while it takes nothing. */
  why?: string | undefined
  /** Why the server does not take it. */
  problem?: string
}

type Options = {
  roomId: RoomId
  /** What is said of a refusal without a reason. */
  refused: string
  onDone: (file: AttachmentDto, sent: File) => void
}

/** Uploads files at once, each cancelled, gone on with or tried again alone; they end with the component. */
export function useUploads({ roomId, refused, onDone }: Options) {
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const running = useRef(new Map<string, RunningUpload<AttachmentDto> | null>())
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const { current } = running
    return () => {
      for (const upload of current.values()) upload?.cancel()
      current.clear()
    }
  }, [roomId])

  const change = (key: string, next: Partial<Uploading>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)))
  const drop = (key: string) => {
    running.current.delete(key)
    setUploads((all) => all.filter((each) => each.key !== key))
  }
  const start = (key: string, file: File) => {
    // Cancelled while it was being announced: cancelled then.
    const isWanted = () => running.current.has(key)
    running.current.set(key, null)
    const fail = (failure: unknown) => {
      if (!isWanted()) return
      const stop = (problem: string) => change(key, { problem, isCut: false })
      if (failure instanceof UploadRefused) return stop(failure.text ?? refused)
      const ofField = failure instanceof ApiFailure ? Object.values(failure.fields ?? {})[0] : undefined
      showFailure(failure, { dialog: (general) => stop(ofField ?? general) })
    }
    startUpload(file, transferTo(roomId), {
      onProgress: (share) => change(key, { share, isCut: false }),
      onCut: (why) => change(key, { isCut: true, why }),
    }).then((upload) => {
      upload.done.then((kept) => {
        if (!isWanted()) return
        drop(key)
        done.current(kept, file)
      }, fail)
      if (isWanted()) running.current.set(key, upload)
      else upload.cancel()
    }, fail)
  }
  return {
    uploads,
    add: (files: readonly File[]): void => {
      const added = files.map((file) => ({ key: crypto.randomUUID(), file, share: 0, isCut: false }))
      setUploads((all) => [...all, ...added])
      for (const { key, file } of added) start(key, file)
    },
    /** Goes on after a cut, or sends a file again that was refused. */
    retry: ({ key, file, isCut }: Uploading): void => {
      change(key, { isCut: false })
      if (isCut) return running.current.get(key)?.resume()
      // Of a refused one the server keeps nothing.
      setUploads((all) =>
        all.map((each) => (each.key === key ? { key, file, share: 0, isCut: false } : each)),
      )
      start(key, file)
    },
    cancel: (key: string): void => {
      running.current.get(key)?.cancel()
      drop(key)
    },
  }
}
