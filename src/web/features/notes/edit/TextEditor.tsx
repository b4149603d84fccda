import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteDocument } from '#contract/notes/note-document.ts'
import noteText from '#web/widgets/notes/NoteText.module.css'
import { EditorToolbar } from './EditorToolbar.tsx'
import { editorOfNote, noteOfEditor } from './editor-document.ts'
import { editorParts } from './editor-parts.ts'
import classes from './TextEditor.module.css'

/** What the screen does with the text from outside. */
export type TextHandle = { replace: (document: NoteDocument) => void; focus: () => void }

type Props = {
  ref: Ref<TextHandle>
  document: NoteDocument
  onChange: (document: NoteDocument) => void
  onBlur: () => void
}

/** The text of a note with its formats. */
export function TextEditor({ ref, document, onChange, onBlur }: Props) {
  const { t } = useTranslation('notes')
  const editor = useEditor({
    extensions: editorParts({
      placeholder: t('edit.placeholder'),
      checkOf: (text) => (text === '' ? t('edit.emptyCheck') : text),
    }),
    content: editorOfNote(document),
    // The page's policy admits no styles without its nonce; these are in the module.
    injectCSS: false,
    editorProps: {
      attributes: {
        'class': `${noteText.text} ${classes.content}`,
        'role': 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('edit.text'),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(noteOfEditor(changed.getJSON())),
    onBlur,
  })
  useImperativeHandle(ref, () => handleOf(editor), [editor])
  return (
    <div className={classes.editor}>
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

const handleOf = (editor: Editor): TextHandle => ({
  replace: (document) => editor.commands.setContent(editorOfNote(document), { emitUpdate: false }),
  focus: () => editor.commands.focus('end'),
})
