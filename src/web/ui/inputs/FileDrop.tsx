import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './FileDrop.module.css'

type Props = {
  /** The button's label, such as "Elegir archivo". */
  label: string
  title: string
  hint: string
  /** The file types offered in the browser's dialog, as in an input's `accept`. */
  accept: string
  onPick: (file: File) => void
  /** Why the last chosen file was refused. */
  children?: ReactNode
}

/** A drop zone for one file, also usable by button and keyboard. */
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
          // Reset, so that the same file can be chosen again after it was fixed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
