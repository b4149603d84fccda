import { type DetailedError, Upload } from 'tus-js-client'
import { errorBodyOf } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { useStore } from '#web/store/store.ts'

/** Bytes of one part, as the contract has it: what a cut can lose. */
const PART_BYTES = 1_048_576

/** How long to wait before each further try by itself; then a person is asked. */
const TRIES_MS = [500, 1_500, 4_000]

type Told = {
  /** The part that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
  /** The line is cut, or the server takes nothing for now and says why: `resume` goes on where it was. */
  onCut: (why?: string) => void
}

/** The server takes no more of a file, however often it is sent. `text` is its reason, if it gave one that can be read. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly status: number
  readonly text: string | undefined

  constructor(status: number, text: string | undefined) {
    super(`The upload was refused: ${status}`)
    this.status = status
    this.text = text
  }
}

/** Refusals that pass: a sign-in that was renewed, too slow, others came first, locked, too often. */
const PASSING = [401, 408, 409, 423, 429]

/** The calls around the bytes of one kind of upload. */
export type Transfer<Kept> = {
  begin: (file: { name: string; byteSize: number }) => Promise<{ id: string }>
  finish: (fileId: string) => Promise<Kept>
  cancel: (fileId: string) => Promise<unknown>
  /** Where the bytes go; with those of resources unless it says otherwise. */
  address?: (fileId: string) => string
}

export type RunningUpload<Kept> = {
  /** What finishing answers, once the file is whole and was looked at; rejects with the refusal, or when it is cancelled. */
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
  { begin, finish, cancel, address = (fileId) => paths.resourceUpload({ fileId }) }: Transfer<Kept>,
  { onProgress, onCut }: Told,
): Promise<RunningUpload<Kept>> {
  const { id } = await begin({ name: file.name, byteSize: file.size })
  const sent = Promise.withResolvers<void>()
  const upload = new Upload(file, {
    uploadUrl: address(id),
    chunkSize: PART_BYTES,
    retryDelays: TRIES_MS,
    storeFingerprintForResuming: false,
    // Each part has the newest token: a long upload outlives one.
    onBeforeRequest: (request) =>
      request.setHeader('authorization', `Bearer ${useStore.getState().session.token ?? ''}`),
    onProgress: (bytes, all) => onProgress(all === 0 ? 0 : bytes / all),
    onSuccess: () => sent.resolve(),
    onError: (error) => {
      const response = answerOf(error)
      if (!response) return onCut()
      void refusedBy(response).then((refused) => {
        if (!isPassing(refused.status)) return sent.reject(refused)
        // What is wrong with the server, people read; that a sign-in was renewed meanwhile, for instance, they need not.
        onCut(refused.status >= 500 ? refused.text : undefined)
      })
    },
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

const isPassing = (status: number) => status >= 500 || PASSING.includes(status)

function answerOf(error: Error | DetailedError) {
  return 'originalResponse' in error ? error.originalResponse : null
}

// An answer to HEAD has no body, and a proxy or the protocol's library writes what is not for people.
async function refusedBy(response: NonNullable<ReturnType<typeof answerOf>>): Promise<UploadRefused> {
  const body = await errorBodyOf(new Response(response.getBody()))
  return new UploadRefused(response.getStatus(), body?.error)
}
