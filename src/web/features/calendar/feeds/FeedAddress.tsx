import { Button, TextInput } from '@mantine/core'
import { IconBrandApple, IconBrandGoogle, IconCheck, IconCopy, IconMail } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribeLinks } from '#contract/calendar/calendar-links.ts'
import { copyField } from '#web/ui/copy-text.ts'
import classes from './FeedPanel.module.css'

const PROGRAMS: { program: 'google' | 'apple' | 'outlook'; Icon: typeof IconMail }[] = [
  { program: 'google', Icon: IconBrandGoogle },
  { program: 'apple', Icon: IconBrandApple },
  { program: 'outlook', Icon: IconMail },
]

/** The new address: to copy, and to add to a calendar program. */
export function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation('calendar')
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean>()
  const links = subscribeLinks(url, t('feed.name'))
  const copy = async () => {
    if (field.current) setCopied(await copyField(field.current))
  }
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <>
      <TextInput
        ref={field}
        label={t('feed.address')}
        description={t('feed.once')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button leftSection={<CopyIcon size={18} aria-hidden="true" />} onClick={() => void copy()}>
          {t('feed.copy')}
        </Button>
        {PROGRAMS.map(({ program, Icon }) => (
          <Button
            key={program}
            component="a"
            href={links[program]}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<Icon size={18} aria-hidden="true" />}
          >
            {t(`feed.add.${program}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {copied !== undefined && t(copied ? 'feed.copied' : 'feed.byHand')}
      </p>
      <p className={classes.text}>{t('feed.delay')}</p>
    </>
  )
}
