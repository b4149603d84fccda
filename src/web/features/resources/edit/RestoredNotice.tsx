import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import type { useResourceDraft } from './use-resource-draft.ts'

type Props = {
  draft: Pick<ReturnType<typeof useResourceDraft>, 'told' | 'understand' | 'startOver'>
  /** Whether a file is on its way, which starting over would lose. */
  isBusy: boolean
}

/** Says that a form has what was written before a reload, and that a file is not kept. */
export function RestoredNotice({ draft: { told, understand, startOver }, isBusy }: Props) {
  const { t } = useTranslation('resources')
  if (!told) return null
  const hasWords = Object.keys(told.changes).length > 0
  const parts = [hasWords && t('form.restored'), told.choseFile && t('form.fileNotKept')]
  return (
    <Banner icon={<IconHistory />} text={parts.filter(Boolean).join(' ')}>
      <Button
        variant="default"
        size="xs"
        disabled={hasWords && isBusy}
        onClick={hasWords ? startOver : understand}
      >
        {t(hasWords ? 'form.startOver' : 'form.understood')}
      </Button>
    </Banner>
  )
}
