import { Upload } from 'tus-js-client'
import { paths } from '#web/paths.ts'
import { useStore } from '#web/store/store.ts'

/** Bytes of one part, as the contract has it: what a cut can lose. */
const PART_BYTES = 1_048_576

/** How long to wait before each further try by itself; then a person is asked. */
const TRIES_MS = [500, 1_500, 4_000]

type Told = {
  /** The part that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
  /** The line is cut: `resume` goes on where it was. */
  onCut: () => void
}

/** The calls around the bytes of one kind of upload. */
export type Transfer<Kept> = {
  begin: (file: { name: string; byteSize: number }) => Promise<{ id: string }>
  finish: (fileId: string) => Promise<Kept>
  cancel: (fileId: string) => Promise<unknown>
}

export type RunningUpload<Kept> = {
  /** What finishing answers, once the file it is whole and was looked at; rejects with the refusal, or when it is cancelled. */
  done: Promise<Kept>
  resume: () => void
  /** Stops, and lets the server forget what has come. */
  cancel: () => void
}

/**
 * Sends a file in parts by the tus protocol (docs/decisions/055). A cut is tried again by itself a few times, and
 * whenever the network is back; what has arrived is not sent again.
 */
export async function startUpload<Kept>(
  file: File,
  { begin, finish, cancel }: Transfer<Kept>,
  { onProgress, onCut }: Told,
): Promise<RunningUpload<Kept>> {
  const { id } = await begin({ name: file.name, byteSize: file.size })
  const sent = Promise.withResolvers<void>()
  const upload = new Upload(file, {
    uploadUrl: paths.resourceUpload({ fileId: id }),
    chunkSize: PART_BYTES,
    retryDelays: TRIES_MS,
    storeFingerprintForResuming: false,
    // Each part has the newest token: a long upload outlives one.
    onBeforeRequest: (request) =>
      request.setHeader('authorization', `Bearer ${useStore.getState().session.token ?? ''}`),
    onProgress: (bytes, all) => onProgress(all === 0 ? 0 : bytes / all),
    onSuccess: () => sent.resolve(),
    onError: onCut,
  })
  const resume = () => upload.start()
  addEventListener('online', resume)
  upload.start()
  const done = sent.promise.then(() => finish(id)).finally(() => removeEventListener('online', resume))
  return {
    done,
    resume,
    cancel() {
      sent.reject(new DOMException('Cancelled', 'AbortError'))
      void upload
        .abort()
        .then(() => cancel(id))
        // What is left is forgotten after a day.
        .catch(() => undefined)
    },
  }
}
