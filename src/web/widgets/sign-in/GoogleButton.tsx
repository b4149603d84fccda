import { Button } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { offersGoogle } from '#web/api/installation.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import classes from './GoogleButton.module.css'

type Props = {
  /** Whether it is above or below the form; below by default. */
  above?: boolean
} & (
  | { href: string; onClick?: undefined; loading?: undefined }
  | { onClick: () => void; loading: boolean; href?: undefined }
)

/** Signing in through Google beside a form, where this installation offers it: a link, or a call that returns one. */
export function GoogleButton({ above = false, href, onClick, loading }: Props) {
  const { t } = useTranslation('auth')
  if (!offersGoogle()) return null
  const look = {
    variant: 'default',
    size: 'md',
    fullWidth: true,
    leftSection: <IconBrandGoogleFilled size={18} aria-hidden="true" />,
  }
  return (
    <div className={classes.other} data-above={above}>
      <p className={classes.or}>{t('google.or')}</p>
      {href === undefined ? (
        <LoadingButton
          {...look}
          type="button"
          loading={loading}
          loadingLabel={t('google.leaving')}
          onClick={onClick}
        >
          {t('google.button')}
        </LoadingButton>
      ) : (
        <Button {...look} component="a" href={href}>
          {t('google.button')}
        </Button>
      )}
    </div>
  )
}
