import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** Where a coach finds what to give. */
export function LibraryButton() {
  const { t } = useTranslation('resources')
  return (
    <Button component={Link} to={paths.resources()} variant="light">
      {t('library')}
    </Button>
  )
}
