import type { AttachmentKind } from '#contract/messages/attachments.ts'
import { previewOf } from '../resources/file-kinds.domain.ts'

/** The box that a preview of a picture fits: sharp on a screen where it fills a message. */
export const PREVIEW_BOX = { width: 960, height: 960 } as const

/** What a file is to somebody who reads a list of rooms. */
export function attachmentKindOf(mediaType: string): AttachmentKind {
  const preview = previewOf(mediaType)
  return preview === null || preview === 'pdf' ? 'file' : preview
}
