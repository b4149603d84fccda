import type { AttachmentKind } from '#contract/messages/attachments.ts'
import type { MessageDto } from '#contract/thread.ts'

/** What the first file of a message is, in a word; null without files. */
export function attachmentKindOf({
  attachments: [first],
}: Pick<MessageDto, 'attachments'>): AttachmentKind | null {
  if (!first) return null
  return first.preview === null || first.preview === 'pdf' ? 'file' : first.preview
}
