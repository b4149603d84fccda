import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './VersionConflict.module.css'

type Props = {
  title: string
  hint: string
  isSending: boolean
  /** Puts what was typed in the place of the stored version. */
  onMine: () => void
  /** The version that is stored by now. */
  children: ReactNode
}

/** Says that what is in a form was edited elsewhere since it was opened: nothing is replaced before somebody has chosen. */
export function VersionConflict({ title, hint, isSending, onMine, children }: Props) {
  const { t } = useTranslation('common')
  const [isShown, setShown] = useState(false)
  return (
    <Card title={title}>
      <div className={classes.parts}>
        <p>{hint}</p>
        {isShown && <section aria-label={t('versions.stored')}>{children}</section>}
        <Group>
          <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? 'versions.hide' : 'versions.see')}
          </Button>
          <LoadingButton variant="light" loading={isSending} loadingLabel={t('loading')} onClick={onMine}>
            {t('versions.mine')}
          </LoadingButton>
        </Group>
      </div>
    </Card>
  )
}
