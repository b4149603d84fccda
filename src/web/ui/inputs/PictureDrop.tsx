import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import classes from './PictureDrop.module.css'

type Props = {
  /** What the button says, such as "Elegir foto". */
  label: string
  hint: string
  /** Media types that are taken. */
  types: readonly string[]
  onPick: (file: File) => void
  /** Why what was chosen last cannot be used. */
  error?: string | undefined
  /** What is there now: the picture before the button, other buttons behind it. */
  picture: ReactNode
  children?: ReactNode
}

/** A place for one picture: by button and keyboard, dropped on it, or pasted anywhere on the page. */
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
          // The same file may be chosen again after it was turned down.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** Hands on a picture that is pasted while no field takes the paste. */
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
