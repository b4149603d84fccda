import { UnstyledButton } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useCallback, useId, useState } from 'react'
import classes from './FoldedText.module.css'

type Props = { text: string; moreLabel: string; lessLabel: string }

/** A text cut to three lines, with a button for the rest. A short text has no button. */
export function FoldedText({ text, moreLabel, lessLabel }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [isLong, setLong] = useState(false)
  // Measured again when the width changes; an unfolded text needs no measuring.
  const [observed] = useResizeObserver<HTMLParagraphElement>()
  const measure = useCallback(
    (node: HTMLParagraphElement | null) => {
      if (node && !open) setLong(node.scrollHeight > node.clientHeight + 1)
    },
    [open],
  )
  const ref = useMergedRef(observed, measure)
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
