import { ActionIcon, Button, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTextLink } from '#contract/rich-text/rich-text.ts'
import { useMoreSideways } from '#web/ui/layout/tabs/more-sideways.ts'
import classes from './EditorToolbar.module.css'

type Tool = {
  name:
    | 'h2'
    | 'h3'
    | 'bold'
    | 'italic'
    | 'underline'
    | 'bullets'
    | 'numbers'
    | 'checks'
    | 'quote'
    | 'undo'
    | 'redo'
  Icon: ComponentType<{ 'size': number; 'aria-hidden': 'true' }>
  run: (editor: Editor) => void
  /** For what is on or off. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  /** As screen readers say it. */
  keys?: string
}

const TOOLS: readonly Tool[] = [
  {
    name: 'h2',
    Icon: () => <Level level={2} />,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    name: 'h3',
    Icon: () => <Level level={3} />,
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    name: 'bold',
    Icon: IconBold,
    run: (e) => e.chain().focus().toggleBold().run(),
    isOn: (e) => e.isActive('bold'),
    keys: 'Control+B',
  },
  {
    name: 'italic',
    Icon: IconItalic,
    run: (e) => e.chain().focus().toggleItalic().run(),
    isOn: (e) => e.isActive('italic'),
    keys: 'Control+I',
  },
  {
    name: 'underline',
    Icon: IconUnderline,
    run: (e) => e.chain().focus().toggleUnderline().run(),
    isOn: (e) => e.isActive('underline'),
    keys: 'Control+U',
  },
  {
    name: 'bullets',
    Icon: IconList,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    name: 'numbers',
    Icon: IconListNumbers,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    name: 'checks',
    Icon: IconListCheck,
    run: (e) => e.chain().focus().toggleTaskList().run(),
    isOn: (e) => e.isActive('taskList'),
  },
  {
    name: 'quote',
    Icon: IconBlockquote,
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
  {
    name: 'undo',
    Icon: IconArrowBackUp,
    run: (e) => e.chain().focus().undo().run(),
    can: (e) => e.can().undo(),
    keys: 'Control+Z',
  },
  {
    name: 'redo',
    Icon: IconArrowForwardUp,
    run: (e) => e.chain().focus().redo().run(),
    can: (e) => e.can().redo(),
    keys: 'Control+Shift+Z',
  },
]

/** A heading's level in the letters of the product, drawn as an icon is: those of the kit's icons have serifs. */
function Level({ level }: { level: 2 | 3 }) {
  return <span aria-hidden="true" data-level={`H${level}`} className={classes.level} />
}

/** The formats of a text. One stop of the Tab key; the arrow keys lead from one to the next. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor')
  const [linking, setLinking] = useState(false)
  const [stop, setStop] = useState(0)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: TOOLS.map(({ isOn }) => isOn?.(now) ?? false),
      can: TOOLS.map(({ can }) => can?.(now) ?? true),
      link: now.isActive('link'),
    }),
  })
  const row = useRef<HTMLDivElement>(null)
  useMoreSideways(row)
  const count = TOOLS.length + 1
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -stop, End: count - 1 - stop }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (stop + step + count) % count
    setStop(next)
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus()
  }
  const buttons = [
    ...TOOLS.map(({ name, Icon, run, isOn, keys }, at) => (
      <ActionIcon
        key={name}
        variant={state.on[at] ? 'filled' : 'subtle'}
        color={state.on[at] ? undefined : 'gray'}
        size="input-sm"
        radius={10}
        tabIndex={at === stop ? 0 : -1}
        aria-label={t(`tools.${name}`)}
        title={t(`tools.${name}`)}
        {...(isOn && { 'aria-pressed': state.on[at] })}
        {...(keys !== undefined && { 'aria-keyshortcuts': keys })}
        aria-disabled={!state.can[at] || undefined}
        className={state.can[at] ? undefined : classes.off}
        onFocus={() => setStop(at)}
        onKeyDown={move}
        onClick={() => state.can[at] && run(editor)}
      >
        <Icon size={19} aria-hidden="true" />
      </ActionIcon>
    )),
    <ActionIcon
      key="link"
      variant={state.link ? 'filled' : 'subtle'}
      color={state.link ? undefined : 'gray'}
      size="input-sm"
      radius={10}
      tabIndex={stop === TOOLS.length ? 0 : -1}
      aria-label={t('tools.link')}
      title={t('tools.link')}
      aria-expanded={linking}
      onFocus={() => setStop(TOOLS.length)}
      onKeyDown={move}
      onClick={() => setLinking(!linking)}
    >
      <IconLink size={19} aria-hidden="true" />
    </ActionIcon>,
  ]
  return (
    <div className={classes.bar}>
      <div ref={row} role="toolbar" aria-label={t('tools.label')} className={classes.tools}>
        {buttons}
      </div>
      {linking && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </div>
  )
}

/** The address of the link at the cursor, or of the chosen words. */
function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation('editor')
  const before: unknown = editor.getAttributes('link')['href']
  const [href, setHref] = useState(typeof before === 'string' ? before : '')
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const apply = () => {
    const address = completed(href)
    if (!isTextLink(address)) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without chosen words the address is the text.
    if (editor.state.selection.empty && before === undefined) {
      chain
        .insertContent({
          type: 'text',
          text: href.trim(),
          marks: [{ type: 'link', attrs: { href: address } }],
        })
        .run()
    } else chain.setLink({ href: address }).run()
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    // No form: the text is a field of one itself, which Enter and the button must not send.
    <div className={classes.link}>
      <TextInput
        className={classes.address}
        aria-label={t('link.address')}
        placeholder={t('link.example')}
        ref={field}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            apply()
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          editor.commands.focus()
          onDone()
        }}
        value={href}
        error={isWrong && t('link.wrong')}
        onChange={({ currentTarget }) => {
          setHref(currentTarget.value)
          setWrong(false)
        }}
      />
      <Button variant="light" onClick={apply}>
        {t('link.apply')}
      </Button>
      {before !== undefined && (
        <Button variant="default" onClick={remove}>
          {t('link.remove')}
        </Button>
      )}
    </div>
  )
}

/** "ejemplo.mx" and "ana@ejemplo.mx" as people type them. */
function completed(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  return text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`
}
