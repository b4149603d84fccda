import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './FileDrop.module.css'

type Props = {
  /** What the button says, such as "Elegir archivo". */
  label: string
  title: string
  hint: string
  /** What the browser's own dialog offers, as `accept` of an input. */
  accept: string
  onPick: (file: File) => void
  /** Why what was chosen last cannot be used. */
  children?: ReactNode
}

/** A large place for one file: by button and keyboard, or dropped on it. */
export function FileDrop({ label, title, hint, accept, onPick, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const hintId = useId()
  const pick = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onPick(file)
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        pick(event.dataTransfer.files)
      }}
    >
      <span className={classes.icon} aria-hidden="true">
        <IconFileUpload size={28} stroke={1.6} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      </div>
      <Button aria-describedby={hintId} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          pick(event.currentTarget.files)
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
