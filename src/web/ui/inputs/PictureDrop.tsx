import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import classes from './PictureDrop.module.css'

type Props = {
  /** The button's label, such as "Elegir foto". */
  label: string
  hint: string
  /** Accepted media types. */
  types: readonly string[]
  onPick: (file: File) => void
  /** Why the last chosen picture was refused. */
  error?: string | undefined
  /** What exists already: the current picture before the button, more buttons after it. */
  picture: ReactNode
  children?: ReactNode
}

/** A drop zone for one picture: by button and keyboard, by dropping it, or by pasting it anywhere on the page. */
export function PictureDrop({ label, hint, types, onPick, error, picture, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const hintId = useId()
  usePastedPicture(onPick)
  const pick = (files: FileList | null | undefined) => {
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
      {picture}
      <div className={classes.side}>
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
        <div className={classes.buttons}>
          <Button
            variant="light"
            leftSection={<IconUpload size={18} aria-hidden="true" />}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}
          >
            {label}
          </Button>
          {children}
        </div>
        <FormError text={error} />
      </div>
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        aria-label={label}
        hidden
        onChange={(event) => {
          pick(event.currentTarget.files)
          // Reset, so that the same file can be chosen again after it was refused.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** Passes on a pasted picture, unless a field handles the paste. */
function usePastedPicture(onPick: (file: File) => void): void {
  const latest = useRef(onPick)
  useEffect(() => {
    latest.current = onPick
  }, [onPick])
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
