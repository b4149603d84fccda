import { memo, useMemo } from 'react'
import classes from './MessageBubble.module.css'
import { isOnlyEmoji, partsOf } from './message-text.ts'

/** The text of a message: its line breaks kept, its links to be opened, nothing of it as markup. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  const parts = useMemo(() => keyed(partsOf(text)), [text])
  return (
    <p className={classes.text} data-emoji={isOnlyEmoji(text) || undefined} dir="auto">
      {parts.map((part) =>
        part.kind === 'link' ? (
          <a key={part.key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          <span key={part.key}>{part.text}</span>
        ),
      )}
    </p>
  )
})

/** Parts never change their order: where one begins tells it from the others. */
function keyed(parts: ReturnType<typeof partsOf>) {
  let at = 0
  return parts.map((part) => {
    const key = String(at)
    at += part.text.length
    return { ...part, key }
  })
}
