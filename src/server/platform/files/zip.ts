import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What was written of an entry. */
export type ZippedEntry = { byteSize: number; sha256: string }

export type ZipWriter = {
  /**
   * Adds an entry and waits until its content has been read. `packed` is false for what is packed already.
   * @param name a relative path with `/`, without `..`
   */
  add(
    name: string,
    content: AsyncIterable<string | Buffer>,
    options: { packed: boolean },
  ): Promise<ZippedEntry>
}

/**
 * Writes an archive to a new file, with ZIP64 where it needs it: what `fill` adds, one entry after the other, so that memory does not
 * grow with it. Once it resolves the archive survives a crash.
 * @returns its bytes
 * @throws what `fill` or the disk throws; the caller removes the file
 */
export async function writeZip(path: string, fill: (zip: ZipWriter) => Promise<void>): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    const zip = new ZipFile()
    let adding: Readable | undefined
    const broken = Promise.withResolvers<never>()
    // It is awaited as long as something is being added; afterwards the pipeline tells.
    broken.promise.catch(() => undefined)
    zip.on('error', (error: unknown) => broken.reject(error))
    let byteSize = 0
    const output = zip.outputStream as Readable
    const written = pipeline(output, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        byteSize += chunk.length
      }
    })
    written.catch((error: unknown) => broken.reject(error))
    try {
      await fill({
        add(name, content, { packed }) {
          const { stream, done } = measured(content)
          adding = stream
          zip.addReadStream(stream, name, { compress: packed, mode: 0o100644 })
          return Promise.race([done, broken.promise])
        },
      })
      zip.end()
    } catch (error) {
      adding?.destroy()
      output.destroy()
      await written.catch(() => undefined)
      throw error
    }
    await Promise.race([written, broken.promise])
    await file.sync()
    return byteSize
  } finally {
    await file.close()
  }
}

/** A stream of the content, and what came of it once it has been read. */
function measured(content: AsyncIterable<string | Buffer>) {
  const hash = createHash('sha256')
  let byteSize = 0
  const done = Promise.withResolvers<ZippedEntry>()
  async function* chunks() {
    try {
      for await (const chunk of content) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(bytes)
        byteSize += bytes.length
        yield bytes
      }
      done.resolve({ byteSize, sha256: hash.digest('hex') })
    } catch (error) {
      done.reject(error)
      throw error
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false })
  // What breaks is in `done`.
  stream.on('error', () => undefined)
  return { stream, done: done.promise }
}
