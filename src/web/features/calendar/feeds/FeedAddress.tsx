import { Button } from '@mantine/core'
import { IconBrandApple, IconBrandGoogle, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { subscribeLinks } from '#contract/calendar/calendar-links.ts'
import { CopyField } from '#web/ui/inputs/CopyField.tsx'
import classes from './FeedPanel.module.css'

const PROGRAMS: { program: 'google' | 'apple' | 'outlook'; Icon: typeof IconMail }[] = [
  { program: 'google', Icon: IconBrandGoogle },
  { program: 'apple', Icon: IconBrandApple },
  { program: 'outlook', Icon: IconMail },
]

/** The new address: to copy, and to add to a calendar program. */
export function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation('calendar')
  const links = subscribeLinks(url, t('feed.name'))
  return (
    <>
      <CopyField
        label={t('feed.address')}
        description={t('feed.once')}
        value={url}
        copyLabel={t('feed.copy')}
        copiedText={t('feed.copied')}
        byHandText={t('feed.byHand')}
      >
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
      </CopyField>
      <p className={classes.text}>{t('feed.delay')}</p>
    </>
  )
}
