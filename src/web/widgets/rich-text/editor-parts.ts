import { Extension } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import { Plugin } from '@tiptap/pm/state'
import { isTextLink } from '#contract/rich-text/rich-text.ts'
import { pastedHtml } from './pasted-html.ts'

/** A line break inside a paragraph is a new paragraph: the closed set has no other. */
const NoLineBreak = Extension.create({
  name: 'noLineBreak',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.enter() }
  },
})

/** What is pasted keeps its formats, and asks the browser for nothing that the page's policy forbids. */
const Pasted = Extension.create({
  name: 'pasted',
  addProseMirrorPlugins: () => [new Plugin({ props: { transformPastedHTML: pastedHtml } })],
})

/** Titles of other programs are pasted as the nearest of the two levels there are. */
const Titles = Heading.extend({
  parseHTML: () => [2, 2, 3, 3, 3, 3].map((level, above) => ({ tag: `h${above + 1}`, attrs: { level } })),
}).configure({ levels: [2, 3] })

type Words = { placeholder: string; checkOf: (text: string) => string }

/** The nodes and marks of a text (contract/rich-text/rich-text.ts), and what is done with them. */
export const editorParts = ({ placeholder, checkOf }: Words) => [
  Document,
  Paragraph,
  Text,
  Titles,
  Bold,
  Italic,
  Underline,
  Blockquote,
  BulletList,
  // Its numbers begin with one: the closed set has no other start.
  OrderedList,
  ListItem,
  ListKeymap,
  TaskList,
  TaskItem.configure({ nested: true, a11y: { checkboxLabel: ({ textContent }) => checkOf(textContent) } }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    protocols: ['https', 'http', 'mailto', 'tel'],
    isAllowedUri: (href) => isTextLink(href),
  }),
  Placeholder.configure({ placeholder }),
  UndoRedo,
  NoLineBreak,
  Pasted,
]
