import { UnstyledButton } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './FoldedText.module.css'

type Props = { text: string; moreLabel: string; lessLabel: string }

/** A text cut to three lines, with a button for the rest. A short text has no button. */
export function FoldedText({ text, moreLabel, lessLabel }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  const [observed, { width }] = useResizeObserver<HTMLParagraphElement>()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const ref = useMergedRef(observed, paragraph)
  useLayoutEffect(() => {
    const node = paragraph.current
    // An unfolded text is measured once it is folded again.
    if (node && !open) setLong(node.scrollHeight > node.clientHeight + 1)
  }, [text, open, width])
  return (
    <>
      <p ref={ref} id={id} className={classes.text} data-open={open || undefined}>
        {text}
      </p>
      {isLong && (
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? lessLabel : moreLabel}
        </UnstyledButton>
      )}
    </>
  )
}
