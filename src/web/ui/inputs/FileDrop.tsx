import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { DropZone, FileButton } from './DropZone.tsx'
import classes from './FileDrop.module.css'

type Props = {
  /** The button's label, such as "Elegir archivo". */
  label: string
  title: string
  hint: string
  /** The file types offered in the browser's dialog, as in an input's `accept`. */
  accept: string
  onPick: (file: File) => void
  /** The file is one field of a form that has its own first button. */
  inForm?: boolean
  /** Why the last chosen file was refused. */
  children?: ReactNode
}

/** A drop zone for one file, also usable by button and keyboard. */
export function FileDrop({ label, title, hint, accept, onPick, inForm = false, children }: Props) {
  const hintId = useId()
  return (
    <DropZone onPick={onPick} className={classes.drop}>
      <span className={classes.icon} aria-hidden="true">
        <IconFileUpload size={28} stroke={1.6} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      </div>
      <FileButton
        label={label}
        accept={accept}
        onPick={onPick}
        variant={inForm ? 'light' : 'filled'}
        aria-describedby={hintId}
      />
      {children}
    </DropZone>
  )
}
