import { ActionIcon } from '@mantine/core'
import { IconCheck, IconSend2, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_MESSAGE } from '#contract/thread.ts'
import { failureText } from '#web/api/errors.ts'
import { useTouch } from '#web/ui/use-touch.ts'
import { lineOf } from '../attachments/line-of.ts'
import { fullNameOf, isOwnName, useRoom } from '../thread/room.ts'
import classes from './ComposerBar.module.css'
import { EmojiButton } from './EmojiButton.tsx'
import { type HoldUp, canBeSent, withSign } from './composer-model.ts'
import type { Composer } from './use-composer.ts'

const HOLD_UPS = { waiting: 'files.waiting', refused: 'files.removeRefused' } as const

/** So few characters before the end it is said how many are left. */
const COUNTED = 200

type Props = {
  composer: Composer
  field: RefObject<HTMLTextAreaElement | null>
  /** A button before the field, and what is added above it. */
  attach?: ReactNode
  attached?: ReactNode
  holdUp?: HoldUp | undefined
}

/** Where a message is written. */
export function ComposerBar({ composer, field, attach, attached, holdUp }: Props) {
  const { t } = useTranslation('messages')
  const isTouch = useTouch()
  const { text, editing, failure } = composer
  const left = LONGEST_MESSAGE - text.trim().normalize('NFC').length
  const canSend = canBeSent(composer) && left >= 0 && !composer.isSaving && (!holdUp || editing !== null)

  // As high as its text, up to the limit of its style.
  useLayoutEffect(() => grow(field.current), [text, field])

  const send = () => {
    if (!canSend) return
    // A failed change is shown above the field.
    composer.send().catch(() => undefined)
    field.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    // The Enter of a word that is being composed from several keys chooses it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && (editing || composer.replyTo)) {
      event.stopPropagation()
      composer.stop()
    }
    if (event.key !== 'Enter' || event.shiftKey || isTouch) return
    event.preventDefault()
    send()
  }
  const insert = (sign: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    const { text: next, at } = withSign(text, sign, selectionStart, selectionEnd)
    composer.write(next)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at, at)
    })
  }
  const SendIcon = editing ? IconCheck : IconSend2
  return (
    <div className={classes.composer}>
      <Reference composer={composer} />
      {failure && (
        <p className={classes.failure} role="alert">
          {failureText(failure)}
        </p>
      )}
      {holdUp && !editing && (holdUp === 'refused' || text.trim() !== '') && (
        <p className={classes.hint}>{t(HOLD_UPS[holdUp])}</p>
      )}
      {!composer.keeps && text !== '' && <p className={classes.hint}>{t('compose.notKept')}</p>}
      {attached}
      <div className={classes.bar}>
        {attach}
        <EmojiButton onPick={insert} />
        <textarea
          ref={field}
          className={classes.field}
          rows={1}
          value={text}
          dir="auto"
          aria-label={t('compose.label')}
          placeholder={t('compose.placeholder')}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          aria-invalid={left < 0 || undefined}
          onChange={({ currentTarget }) => composer.write(currentTarget.value)}
          onKeyDown={pressed}
        />
        <ActionIcon
          size={44}
          radius="xl"
          aria-label={t(editing ? 'compose.save' : 'compose.send')}
          disabled={!canSend}
          loading={composer.isSaving}
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={send}
        >
          <SendIcon size={22} aria-hidden="true" />
        </ActionIcon>
      </div>
      {left <= COUNTED && (
        <p className={classes.count} data-over={left < 0 || undefined} role="status">
          {left < 0 ? t('compose.tooLong', { count: -left }) : t('compose.left', { count: left })}
        </p>
      )}
    </div>
  )
}

function grow(element: HTMLElement | null): void {
  if (!element) return
  const { style } = element
  style.height = 'auto'
  style.height = `${String(element.scrollHeight)}px`
}

/** What is answered or changed, above the field. */
function Reference({ composer: { replyTo, editing, stop } }: { composer: Composer }) {
  const { t } = useTranslation('messages')
  const room = useRoom()
  if (!replyTo && !editing) return null
  const title = editing
    ? t('compose.editing')
    : replyTo && isOwnName(room, replyTo)
      ? t('compose.answeringOwn')
      : t('compose.answering', { name: replyTo && fullNameOf(replyTo) })
  return (
    <div className={classes.reference}>
      <div className={classes.referred}>
        <p className={classes.referenceTitle}>{title}</p>
        <p className={classes.referenceText}>
          {editing ? editing.message.text : replyTo && lineOf(replyTo, t)}
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(editing ? 'compose.stopEditing' : 'compose.stop')}
        onClick={stop}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
