import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#web/ui/copy-text.ts'
import classes from './CopyFact.module.css'

type Props = {
  term: string
  /** As it is copied. */
  value: string
  /** As it is read; a tap selects it whole. */
  shown?: string
}

/** Something to type elsewhere, such as an account number, with a button that copies it. Inside a `dl`. */
export function CopyFact({ term, value, shown = value }: Props) {
  const { t } = useTranslation('payment')
  const [copied, setCopied] = useState<boolean>()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <div className={classes.fact}>
      <dt className={classes.term}>{term}</dt>
      <dd className={classes.value}>
        <span className={classes.text}>{shown}</span>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('waiting.copy', { what: term })}
          onClick={() => void copyText(value).then(setCopied)}
        >
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
        <span role="status" className={classes.status}>
          {copied !== undefined && t(copied ? 'waiting.copied' : 'waiting.byHand')}
        </span>
      </dd>
    </div>
  )
}
