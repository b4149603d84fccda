// Forms as browsers send them, and as nobody should: written by hand, so that names and types may be anything.

export type FormPart =
  | { field: string; text: string }
  | { field: string; file: string; type: string; bytes: Buffer }

const BOUNDARY = '----norte-7d41b2c09f'

/** The body and the header of a multipart/form-data request. */
export function formOf(...parts: FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap((part) => {
    const isFile = 'bytes' in part
    const disposition = `Content-Disposition: form-data; name="${part.field}"`
    const head = isFile
      ? `${disposition}; filename="${part.file}"\r\nContent-Type: ${part.type}\r\n\r\n`
      : `${disposition}\r\n\r\n`
    return [
      Buffer.from(`--${BOUNDARY}\r\n${head}`),
      isFile ? part.bytes : Buffer.from(part.text),
      Buffer.from('\r\n'),
    ]
  })
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}
