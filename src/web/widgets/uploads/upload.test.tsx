import { type HttpResponse, Upload, type UploadOptions } from 'tus-js-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { UploadRefused, startUpload } from './upload.ts'

const NO_SPACE = 'El servidor no tiene espacio por ahora y esto no se guardó.'
let line: UploadOptions

beforeEach(() => {
  // Not a replaced module: another file of this worker may have loaded the library before.
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    line = this.options
  })
})

async function begun() {
  const onCut = vi.fn<(why?: string) => void>()
  const transfer = {
    begin: async () => ({ id: 'one' }),
    finish: async () => 'kept',
    cancel: async () => null,
  }
  const file = new File(['x'], 'Guía.pdf')
  const upload = await startUpload(file, transfer, { onProgress: () => undefined, onCut })
  return { onCut, upload }
}

/** What the library tells of an answer; of none without a status. */
function stopped(status?: number, body: object = {}) {
  const response = { getStatus: () => status, getBody: () => JSON.stringify(body) } as HttpResponse
  line.onError?.(Object.assign(new Error('stopped'), { originalResponse: status ? response : null }))
}

// @spec P.107
test('what the server says while it takes nothing is told with the cut; of other cuts nothing is', async () => {
  const { onCut } = await begun()
  stopped()
  expect(onCut.mock.calls).toEqual([[]])
  stopped(503, { statusCode: 503, code: 'server.no_space', error: NO_SPACE })
  await vi.waitFor(() => expect(onCut).toHaveBeenLastCalledWith(NO_SPACE))
  stopped(401, { statusCode: 401, code: 'auth.required', error: 'Inicia sesión.' })
  await vi.waitFor(() => expect(onCut).toHaveBeenCalledTimes(3))
  expect(onCut).toHaveBeenLastCalledWith(undefined)
})

test('what is refused however often it is sent ends the upload with its reason', async () => {
  const { onCut, upload } = await begun()
  stopped(415, { statusCode: 415, code: 'upload.not_accepted', error: 'Está dañado.' })
  await expect(upload.done).rejects.toMatchObject({ name: 'UploadRefused', text: 'Está dañado.' })
  await expect(upload.done).rejects.toBeInstanceOf(UploadRefused)
  expect(onCut).not.toHaveBeenCalled()
})
