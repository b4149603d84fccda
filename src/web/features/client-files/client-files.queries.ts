import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportPreview } from '#contract/client-files.ts'
import { call, callForFile, type Input } from '#web/api/call.ts'
import { withProgress } from '#web/api/upload.ts'

/** What narrows the list that is exported. */
export type ExportFilter = NonNullable<Input<'GET /v1/client/export'>['query']>

/** The list as a file, and its name. */
export function useExportClients() {
  return useMutation({
    mutationFn: (query: ExportFilter) => callForFile('GET /v1/client/export', { query }),
  })
}

// As IMPORT_FIELD of contract/client-files.ts; naming it here keeps its schemas out of the screen's code.
const FIELD = 'file'

/** Has a file read. `sent` is how much of it has left, from 0 to 1; `cancel` stops it. */
export function usePreviewImport() {
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const preview = useMutation({
    mutationFn: (file: File): Promise<ImportPreview> => {
      const form = new FormData()
      form.append(FIELD, file)
      setSent(0)
      running.current = new AbortController()
      const { signal } = running.current
      return call('POST /v1/client/import', { form }, { signal, transport: withProgress(setSent) })
    },
  })
  return { preview, sent, cancel: () => running.current?.abort() }
}

/** Invites everybody whom an import brought in. */
export function useInviteImported() {
  return useMutation({
    mutationFn: (importId: string) => call('POST /v1/client/import/invite', { body: { importId } }),
  })
}

/** Writes the good rows of a preview, all or none. */
export function useConfirmImport() {
  return useMutation({
    mutationFn: (body: Input<'PUT /v1/client/import'>['body']) => call('PUT /v1/client/import', { body }),
  })
}
