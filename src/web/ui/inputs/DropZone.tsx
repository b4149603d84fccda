import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './DropZone.module.css'

type Picks = { onPick: (file: File) => void }

type DropZoneProps = Picks & {
  /** How the content is laid out. */
  className: string | undefined
  /** Contains a `FileButton`, for those who do not drag. */
  children: ReactNode
}

/** An area that takes one dropped file. */
export function DropZone({ onPick, className, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={`${classes.zone} ${className}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        pickFirst(event.dataTransfer.files, onPick)
      }}
    >
      {children}
    </div>
  )
}

type FileButtonProps = Picks &
  ButtonProps & {
    'label': string
    /** The file types offered in the browser's dialog, as in an input's `accept`. */
    'accept': string
    /** The id of the text that says which files are accepted. */
    'aria-describedby': string
  }

/** A button that opens the browser's dialog for one file. */
export function FileButton({ label, accept, onPick, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          pickFirst(event.currentTarget.files, onPick)
          // Reset, so that the same file can be chosen again after it was refused or fixed.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

function pickFirst(files: FileList | null, onPick: Picks['onPick']): void {
  const file = files?.[0]
  if (file) onPick(file)
}
