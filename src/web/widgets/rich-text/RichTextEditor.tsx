import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import { type RichText, MOST_TEXT_CHARACTERS, plainText } from '#contract/rich-text/rich-text.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { editorOfText, textOfEditor } from './editor-document.ts'
import { editorParts } from './editor-parts.ts'
import classes from './RichTextEditor.module.css'
import view from './RichTextView.module.css'

/** What the screen does with the text from outside. */
export type TextHandle = { replace: (document: RichText) => void; focus: () => void }

/** A field of a form: whether its text is wrong, and the id of what says how. */
export type FieldFrame = { isWrong: boolean; describedBy: string | undefined }

type Props = {
  ref: Ref<TextHandle>
  document: RichText
  /** Its name for who does not see it. */
  label: string
  /** With it, a frame like other fields have; a note has none. */
  frame?: FieldFrame
  onChange: (document: RichText) => void
  onBlur: () => void
}

/** A text with its formats. Load the namespace `editor` with it. */
export function RichTextEditor({ ref, document, label, frame, onChange, onBlur }: Props) {
  const { t } = useTranslation('editor')
  const editor = useEditor({
    extensions: editorParts({
      placeholder: t('placeholder'),
      checkOf: (text) => (text === '' ? t('emptyCheck') : text),
    }),
    content: editorOfText(document),
    // The page's policy admits no styles without its nonce; these are in the module.
    injectCSS: false,
    editorProps: { attributes: attributesOf(label, frame) },
    onUpdate: ({ editor: changed }) => onChange(textOfEditor(changed.getJSON())),
    onBlur,
  })
  useImperativeHandle(ref, () => handleOf(editor), [editor])
  const count = plainText(document).length
  return (
    <>
      <div
        className={classes.editor}
        data-framed={frame !== undefined || undefined}
        data-wrong={frame?.isWrong === true || undefined}
      >
        <EditorToolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      {count > MOST_TEXT_CHARACTERS * 0.9 && (
        <p className={classes.count} data-over={count > MOST_TEXT_CHARACTERS || undefined}>
          {t('count', { written: count, maximum: MOST_TEXT_CHARACTERS })}
        </p>
      )}
    </>
  )
}

function attributesOf(label: string, frame: FieldFrame | undefined): Record<string, string> {
  return {
    'class': `${view.text} ${classes.content}`,
    'role': 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(frame && { 'aria-required': 'true' }),
    ...(frame?.isWrong && { 'aria-invalid': 'true' }),
    ...(frame?.describedBy !== undefined && { 'aria-describedby': frame.describedBy }),
  }
}

const handleOf = (editor: Editor): TextHandle => ({
  replace: (document) => editor.commands.setContent(editorOfText(document), { emitUpdate: false }),
  focus: () => editor.commands.focus('end'),
})
