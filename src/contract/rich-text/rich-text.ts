import { hidesCode, schemeOf } from '#contract/links/scheme.ts'

/** A mark of a piece of text. */
export type RichMark = { type: 'bold' | 'italic' | 'underline' } | { type: 'link'; attrs: { href: string } }

export type RichPiece = { type: 'text'; text: string; marks?: RichMark[] }

/** A block of a text. Lists hold items, and items hold blocks again. */
export type RichBlock =
  | { type: 'paragraph'; content?: RichPiece[] }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: RichPiece[] }
  | { type: 'bulletList' | 'orderedList'; content: { type: 'listItem'; content: RichBlock[] }[] }
  | { type: 'taskList'; content: RichTask[] }
  | { type: 'blockquote'; content: RichBlock[] }

export type RichTask = { type: 'taskItem'; attrs: { checked: boolean }; content: RichBlock[] }

/**
 * What a note or a resource of type text says (product §13, §14): a document of these nodes and no others, never HTML.
 * `version` is that of its shape (docs/decisions/052).
 */
export type RichText = { type: 'doc'; version: 1; content: RichBlock[] }

/** The shape that is written now. */
export const RICH_TEXT_VERSION = 1

/** Most characters of all pieces of a text (product §13). */
export const MOST_TEXT_CHARACTERS = 50_000
/** How deep nodes may lie in each other; a list in a list is two deeper. */
export const DEEPEST_NODE = 30
/** Most nodes of a text: more than one for every few characters of the longest. */
const MOST_NODES = 20_000
/** The longest address of a link. */
const LONGEST_LINK = 2000

/** What is wrong with a document: a key of the `validation` texts. */
export type RichTextProblem =
  | 'text_content'
  | 'text_too_deep'
  | 'text_too_long'
  | 'text_link'
  | 'character_invalid'

const BLOCKS = ['paragraph', 'heading', 'bulletList', 'orderedList', 'taskList', 'blockquote'] as const

type Kind = {
  /** The nodes it may hold. */
  holds: readonly string[]
  /** Whether it has to hold one. */
  filled: boolean
  attrs?: (attrs: Record<string, unknown>) => boolean
}

/** Every node there is. A text has marks in place of nodes, and is checked for itself. */
const KINDS: Readonly<Record<string, Kind>> = {
  doc: { holds: BLOCKS, filled: true },
  paragraph: { holds: ['text'], filled: false },
  heading: {
    holds: ['text'],
    filled: false,
    attrs: ({ level, ...more }) => isEmpty(more) && (level === 2 || level === 3),
  },
  bulletList: { holds: ['listItem'], filled: true },
  orderedList: { holds: ['listItem'], filled: true },
  listItem: { holds: BLOCKS, filled: true },
  taskList: { holds: ['taskItem'], filled: true },
  taskItem: {
    holds: BLOCKS,
    filled: true,
    attrs: ({ checked, ...more }) => isEmpty(more) && typeof checked === 'boolean',
  },
  blockquote: { holds: BLOCKS, filled: true },
}

const SCHEMES: readonly (string | undefined)[] = ['https', 'http', 'mailto', 'tel']

/**
 * What is wrong with a value that should be such a document; undefined if nothing is. Its nodes are looked at one
 * after another and not by recursion, so that no depth exhausts the stack, and the first problem ends it.
 */
export function richTextProblem(value: unknown): RichTextProblem | undefined {
  if (!isRecord(value) || value['version'] !== RICH_TEXT_VERSION) return 'text_content'
  const { version: _, ...doc } = value
  const waiting: { node: unknown; allowed: readonly string[]; depth: number }[] = [
    { node: doc, allowed: ['doc'], depth: 0 },
  ]
  let nodes = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, allowed, depth } = next
    // A list of one name reads like that name as a text, and no editor opens it.
    if (!isRecord(node) || typeof node['type'] !== 'string') return 'text_content'
    if (!allowed.includes(node['type'])) return 'text_content'
    nodes += 1
    if (nodes > MOST_NODES) return 'text_too_long'
    if (node['type'] === 'text') {
      const problem = textProblem(node)
      if (problem) return problem
      characters += String(node['text']).length
      if (characters > MOST_TEXT_CHARACTERS) return 'text_too_long'
      continue
    }
    const { type, attrs, content, ...more } = node
    const kind = KINDS[String(type)]
    if (!kind || !isEmpty(more)) return 'text_content'
    if (kind.attrs ? !isRecord(attrs) || !kind.attrs(attrs) : attrs !== undefined) return 'text_content'
    if (content !== undefined && !Array.isArray(content)) return 'text_content'
    const inside: readonly unknown[] = content ?? []
    if (kind.filled && inside.length === 0) return 'text_content'
    if (inside.length > 0 && depth >= DEEPEST_NODE) return 'text_too_deep'
    for (const each of inside) waiting.push({ node: each, allowed: kind.holds, depth: depth + 1 })
  }
  return undefined
}

function textProblem({
  type: _,
  text,
  marks,
  ...more
}: Record<string, unknown>): RichTextProblem | undefined {
  if (typeof text !== 'string' || text === '' || !isEmpty(more)) return 'text_content'
  if (text.includes('\u0000')) return 'character_invalid'
  if (marks === undefined) return undefined
  if (!Array.isArray(marks) || marks.length > MARKS.length) return 'text_content'
  const found = new Set<unknown>()
  for (const mark of marks as readonly unknown[]) {
    if (!isRecord(mark) || found.has(mark['type'])) return 'text_content'
    found.add(mark['type'])
    const problem = markProblem(mark)
    if (problem) return problem
  }
  return undefined
}

const MARKS: readonly unknown[] = ['bold', 'italic', 'underline', 'link']

function markProblem({ type, attrs, ...more }: Record<string, unknown>): RichTextProblem | undefined {
  if (!MARKS.includes(type) || !isEmpty(more)) return 'text_content'
  if (type !== 'link') return attrs === undefined ? undefined : 'text_content'
  if (!isRecord(attrs)) return 'text_content'
  const { href, ...others } = attrs
  if (!isEmpty(others)) return 'text_content'
  return typeof href === 'string' && isTextLink(href) ? undefined : 'text_link'
}

/** Whether an address may be that of a link in a text: https, http, mailto or tel, and nothing hidden in it. */
export function isTextLink(href: string): boolean {
  if (href.length > LONGEST_LINK || /[\p{Cc}\p{Bidi_Control}]/u.test(href) || hidesCode(href)) return false
  const scheme = schemeOf(href)
  return (
    SCHEMES.includes(scheme) &&
    URL.canParse(href) &&
    (!scheme?.startsWith('http') || /^https?:\/\/[^/]/i.test(href))
  )
}

/** An empty document: what a new note or resource says. */
export const emptyText = (): RichText => ({
  type: 'doc',
  version: RICH_TEXT_VERSION,
  content: [{ type: 'paragraph' }],
})

/** Every node that holds texts, and the rest, of a checked document. */
type AnyNode = { type: string; content?: readonly AnyNode[]; text?: string }

/** The text of a document: a line for each paragraph and heading, without formats. */
export function plainText(document: RichText): string {
  return linesOf(document).join('\n')
}

/** The lines of a document, one for each paragraph and heading, in reading order. */
export function linesOf(document: RichText): string[] {
  const lines: string[] = []
  const waiting: AnyNode[] = [document]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const inside = node.content ?? []
    if (node.type === 'paragraph' || node.type === 'heading') {
      lines.push(inside.map(({ text }) => text ?? '').join(''))
    } else waiting.push(...inside.toReversed())
  }
  return lines
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0
}
