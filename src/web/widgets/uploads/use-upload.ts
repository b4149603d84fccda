import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#web/api/failure.ts'
import { showFailure } from '#web/api/errors.ts'
import { type RunningUpload, type Transfer, UploadRefused, startUpload } from './upload.ts'

/** A file on its way: how much of it has arrived, from 0 to 1, and whether the line is cut. */
/** `why` is what the server says while it takes nothing. */
export type Sending = { file: File; share: number; isCut: boolean; why?: string | undefined }

type Options<Kept> = {
  transfer: Transfer<Kept>
  /** What is said of a refusal without a reason: the server has forgotten the file, or does not take it. */
  reasons: { gone: string; refused: string }
  onDone: (kept: Kept) => void
  /** Whether one is on its way: it would be lost with what shows it. */
  onBusy?: (busy: boolean) => void
}

const GONE = [404, 410]

/** One upload at a time: chosen, sent, gone on with after a cut, cancelled; it ends with the component. */
export function useUpload<Kept>({ transfer, reasons, onDone, onBusy }: Options<Kept>) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string>()
  const running = useRef<RunningUpload<Kept> | null>(null)
  // Counts what was picked: a file that was cancelled before it was announced is cancelled then.
  const picked = useRef(0)
  useEffect(
    () => () => {
      picked.current += 1
      running.current?.cancel()
    },
    [],
  )
  const end = (why?: string) => {
    running.current = null
    setSending(null)
    setProblem(why)
    onBusy?.(false)
  }
  return {
    sending,
    problem,
    pick: (file: File): void => {
      picked.current += 1
      const turn = picked.current
      const isCurrent = () => picked.current === turn
      const fail = (failure: unknown) => {
        if (!isCurrent()) return
        if (failure instanceof UploadRefused) {
          running.current?.cancel()
          return end(failure.text ?? reasons[GONE.includes(failure.status) ? 'gone' : 'refused'])
        }
        const text = failure instanceof ApiFailure ? Object.values(failure.fields ?? {})[0] : undefined
        showFailure(failure, { dialog: (general) => end(text ?? general) })
      }
      setProblem(undefined)
      setSending({ file, share: 0, isCut: false })
      onBusy?.(true)
      startUpload(file, transfer, {
        onProgress: (share) => isCurrent() && setSending({ file, share, isCut: false }),
        onCut: (why) => isCurrent() && setSending((before) => before && { ...before, isCut: true, why }),
      }).then((upload) => {
        if (!isCurrent()) {
          upload.done.catch(() => undefined)
          upload.cancel()
          return
        }
        running.current = upload
        upload.done.then((kept) => {
          if (!isCurrent()) return
          end()
          onDone(kept)
        }, fail)
      }, fail)
    },
    resume: (): void => {
      setSending((before) => before && { ...before, isCut: false })
      running.current?.resume()
    },
    cancel: (): void => {
      picked.current += 1
      running.current?.cancel()
      end()
    },
  }
}
