import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM } from './body-sizes.ts'
import { Refusal } from '../refusal.ts'
import type { Upload } from '#server/route.ts'

/** The contents of a form: its texts by field, and the one file. */
export type Form = { fields: Record<string, unknown>; upload: Upload | undefined }

/** Lets the routes of this instance accept forms; every other route answers 415 to one. */
export async function acceptForms(app: FastifyInstance, maxBytes: number): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxBytes,
      files: FORM.files,
      fields: FORM.fields,
      fieldSize: FORM.fieldBytes,
      parts: FORM.parts,
    },
  })
}

/**
 * Reads a form to its end. Everything above the limits is discarded as it streams in, so that memory is bounded for any
 * size, and the sender gets a response instead of a broken connection. `field` is the only field for a file.
 * @throws Refusal `upload.too_large`; `request.invalid` for a second file, an empty one, and a file or a text where the
 * other belongs; `request.malformed` for anything that is not a form, `request.unsupported_media` for a compressed one
 */
export async function readForm(request: FastifyRequest, field: string, maxBytes: number): Promise<Form> {
  if (request.headers['content-encoding']) {
    request.raw.resume()
    throw new Refusal('request.unsupported_media')
  }
  try {
    const { fields, files } = await readParts(request, field)
    return { fields, upload: onlyFile(files, field, maxBytes) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // The form parser stopped; discard the rest so that the client reads the response.
    request.raw.unpipe()
    request.raw.resume()
    throw new Refusal('request.malformed')
  }
}

type FilePart = Upload & { field: string; whole: boolean }

async function readParts(request: FastifyRequest, field: string) {
  const fields: Record<string, unknown> = {}
  const files: FilePart[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      // Our forms never send a name twice: a list fails every schema.
      fields[part.fieldname] = part.fieldname in fields ? [part.value] : part.value
      continue
    }
    const isWanted = part.fieldname === field && files.length === 0
    const chunks: Buffer[] = []
    for await (const chunk of part.file) if (isWanted) chunks.push(chunk as Buffer)
    files.push({
      field: part.fieldname,
      bytes: Buffer.concat(chunks),
      name: part.filename,
      declaredType: part.mimetype,
      whole: !part.file.truncated,
    })
  }
  return { fields, files }
}

function onlyFile(files: readonly FilePart[], field: string, maxBytes: number): Upload | undefined {
  const stray = files.find((file) => file.field !== field)
  if (stray) throw new Refusal('request.invalid', { [stray.field || 'body']: 'unknown_key' })
  const [file, second] = files
  if (!file) return undefined
  if (second) throw new Refusal('request.invalid', { [field]: 'one_file' })
  if (!file.whole) {
    throw new Refusal('upload.too_large', { [field]: `file_too_large|megabytes=${maxBytes / 1_048_576}` })
  }
  if (file.bytes.length === 0) throw new Refusal('request.invalid', { [field]: 'file_empty' })
  const { bytes, name, declaredType } = file
  return { bytes, name, declaredType }
}
