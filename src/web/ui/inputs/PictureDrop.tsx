import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { DropZone, FileButton } from './DropZone.tsx'
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
  const hintId = useId()
  usePastedPicture(onPick)
  return (
    <DropZone onPick={onPick} className={classes.drop}>
      {picture}
      <div className={classes.side}>
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
        <div className={classes.buttons}>
          <FileButton
            label={label}
            accept={types.join(',')}
            onPick={onPick}
            variant="light"
            leftSection={<IconUpload size={18} aria-hidden="true" />}
            aria-describedby={hintId}
          />
          {children}
        </div>
        <FormError text={error} />
      </div>
    </DropZone>
  )
}

/** Passes on a pasted picture, unless it comes with a text for a field: spreadsheets copy a cell as both. */
function usePastedPicture(onPick: (file: File) => void): void {
  const latest = useRef(onPick)
  useEffect(() => {
    latest.current = onPick
  }, [onPick])
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file || isTextForField(event) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
  return isField && clipboardData?.types.includes('text/plain') === true
}
