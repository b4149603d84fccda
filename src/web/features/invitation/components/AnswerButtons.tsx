import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import classes from './Answer.module.css'

type Props = { acceptLabel: string; accepting: boolean; onDecline: () => void }

/** Accept, which submits the surrounding form, and decline. */
export function AnswerButtons({ acceptLabel, accepting, onDecline }: Props) {
  const { t } = useTranslation(['invitation', 'common'])
  return (
    <div className={classes.buttons}>
      <LoadingButton type="submit" size="md" loading={accepting} loadingLabel={t('common:loading')}>
        {acceptLabel}
      </LoadingButton>
      <Button variant="default" size="md" disabled={accepting} onClick={onDecline}>
        {t('decline.button')}
      </Button>
    </div>
  )
}
