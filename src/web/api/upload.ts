import type { Transport } from './call.ts'

/**
 * Sends like `fetch` and reports the upload progress from 0 to 1, which `fetch` cannot (it uses an XMLHttpRequest).
 * After the upload the server processes the file, for an unknown time.
 */
export function withProgress(onProgress: (sent: number) => void): Transport {
  return (url, { method, headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const request = new XMLHttpRequest()
    request.open(method ?? 'GET', url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => onProgress(1))
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('The request failed')))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as XMLHttpRequestBodyInit | null)
    return promise
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  const { status, responseText } = request
  return new Response(status === 204 ? null : responseText, { status, headers })
}
