import type { JSONContent } from '@tiptap/core'
import {
  RICH_TEXT_VERSION,
  type RichBlock,
  type RichText,
  type RichMark,
  type RichTask,
  type RichPiece,
} from '#contract/rich-text/rich-text.ts'

/**
 * What the editor holds, as a document: only its nodes and the attributes they need. The editor's own attributes
 * (targets and classes of links, types of lists) are left out.
 */
export function textOfEditor({ content = [] }: JSONContent): RichText {
  return { type: 'doc', version: RICH_TEXT_VERSION, content: content.map(blockOf) }
}

/** A document as the editor takes it. */
export function editorOfText({ content }: RichText): JSONContent {
  return { type: 'doc', content }
}

function blockOf({ type, attrs, content = [] }: JSONContent): RichBlock {
  switch (type) {
    case 'heading':
      return { type, attrs: { level: attrs?.['level'] === 3 ? 3 : 2 }, ...textsOf(content) }
    case 'bulletList':
    case 'orderedList':
      return {
        type,
        content: content.map((item) => ({ type: 'listItem', content: (item.content ?? []).map(blockOf) })),
      }
    case 'taskList':
      return { type, content: content.map(taskOf) }
    case 'blockquote':
      return { type, content: content.map(blockOf) }
    default:
      return { type: 'paragraph', ...textsOf(content) }
  }
}

function taskOf({ attrs, content = [] }: JSONContent): RichTask {
  return { type: 'taskItem', attrs: { checked: attrs?.['checked'] === true }, content: content.map(blockOf) }
}

function textsOf(content: readonly JSONContent[]): { content?: RichPiece[] } {
  if (content.length === 0) return {}
  return {
    content: content.map(({ text = '', marks = [] }) => ({
      type: 'text',
      // Half a character, as a field may leave it, is stored by no database.
      text: text.replaceAll('\u0000', '').toWellFormed(),
      ...(marks.length > 0 && { marks: marks.map(markOf) }),
    })),
  }
}

function markOf({ type, attrs }: { type: string; attrs?: Record<string, unknown> }): RichMark {
  if (type === 'link') return { type, attrs: { href: String(attrs?.['href']) } }
  return { type: type as 'bold' | 'italic' | 'underline' }
}
