import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { copyField } from '#web/ui/copy-text.ts'
import classes from './CopyField.module.css'

type Props = {
  label: string
  description?: string
  value: string
  copyLabel: string
  /** What is said after copying, and where the browser refuses it, so that it is done by hand. */
  copiedText: string
  byHandText: string
  /** The dialog around it opens with the focus on copying. */
  isFirst?: boolean
  /** The buttons share the width. */
  grow?: boolean
  /** More buttons. */
  children?: ReactNode
}

/** A text to copy, such as an address: shown whole, with a button that copies it and says so. */
export function CopyField({ label, description, value, copyLabel, children, ...rest }: Props) {
  const { copiedText, byHandText, isFirst, grow } = rest
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    if (field.current) setCopied(await copyField(field.current))
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <div className={classes.field}>
      <TextInput
        ref={field}
        label={label}
        description={description}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons} data-grow={grow || undefined}>
        <Button
          data-autofocus={isFirst || undefined}
          leftSection={<Icon size={18} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copyLabel}
        </Button>
        {children}
      </div>
      <p role="status" className={classes.status}>
        {copied !== undefined && (copied ? copiedText : byHandText)}
      </p>
    </div>
  )
}
