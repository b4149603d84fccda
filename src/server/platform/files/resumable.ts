import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server'

/** One upload as its protocol needs it. */
export type ResumableUpload = {
  id: string
  /** How long it is and how much of it is stored; undefined if it does not exist. */
  find(): Promise<{ byteSize: number; received: number } | undefined>
  /** Stores the bytes from `offset` on, all or none, and answers where they end; undefined if others came first. */
  add(source: Readable, offset: number): Promise<number | undefined>
  /** How to answer a failure of the two. */
  answerOf(error: Error): { status: number; headers: Record<string, string>; body: string }
}

/**
 * Answers HEAD and PATCH of the tus protocol (tus.io, 1.0.0): how much of an upload is there, and the next part of it.
 * Creating and ending uploads is not part of it.
 */
export function resumableAnswers(path: string) {
  const locker = new MemoryLocker()
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    upload: ResumableUpload,
  ): Promise<void> => {
    const server = new Server({
      path,
      datastore: new PartStore(upload),
      locker,
      allowedOrigins: [],
      // What the library throws by itself is no Error: a place that is wrong, a type that is.
      onResponseError: async (_request, error) => {
        if (!(error instanceof Error)) return undefined
        const { status, headers, body } = upload.answerOf(error)
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        // As bytes: what it is given as a text it sends as plain text, whatever the headers say.
        return { status_code: status, body: Buffer.from(body) as unknown as string }
      },
    })
    await server.handle(request, response)
  }
}

class PartStore extends DataStore {
  readonly #upload: ResumableUpload

  constructor(upload: ResumableUpload) {
    super()
    this.#upload = upload
    this.extensions = []
  }

  override async getUpload(id: string): Promise<Upload> {
    const state = id === this.#upload.id ? await this.#upload.find() : undefined
    // oxlint-disable-next-line typescript/only-throw-error -- the library answers by what is thrown, which is no Error
    if (!state) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: state.byteSize, offset: state.received })
  }

  override async write(source: Readable, _id: string, offset: number): Promise<number> {
    const end = await takingAll(source, (part) => this.#upload.add(part, offset)).catch((error: unknown) => {
      // Fewer bytes than announced: its line was cut, or the same browser has come back by another one.
      throw error instanceof RangeError ? ERRORS.ABORTED : error
    })
    // oxlint-disable-next-line typescript/only-throw-error -- an answer of the library, like the one above
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }
}

// Who sends a part hears what was wrong with it once all of it was read: a line that ends before looks like a cut.
async function takingAll<T>(source: Readable, take: (part: Readable) => Promise<T>): Promise<T> {
  const part = source.pipe(new PassThrough())
  // A pipe passes neither on, and nobody may listen yet.
  part.on('error', () => undefined)
  source.once('error', (error) => part.destroy(error))
  source.once('close', () => part.writableEnded || part.destroy(new Error('The part was cut off')))
  try {
    return await take(part)
  } catch (error) {
    // Nobody reads it any more: as long as it is attached, what is left of the source waits for it.
    source.unpipe(part)
    part.destroy()
    await finished(source.resume()).catch(() => undefined)
    throw error
  }
}
