import type { TFunction } from 'i18next'
import type { AttachmentKind } from '#contract/messages/attachments.ts'

/** A message in one line: its text, or what the first of its files is; empty if it was deleted. */
export function lineOf(
  { text, attachment }: { text: string; attachment: AttachmentKind | null },
  t: TFunction<'messages'>,
): string {
  const words = text.replaceAll(/\s+/g, ' ')
  return words || (attachment === null ? '' : t(`files.kind.${attachment}`))
}
