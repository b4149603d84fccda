import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

type Props = {
  /** Where the page has another main button. */
  light?: boolean
}

/** To where a coach finds what to give. */
export function LibraryButton({ light = false }: Props) {
  const { t } = useTranslation('resources')
  return (
    <Button component={Link} to={paths.resources()} variant={light ? 'light' : 'filled'}>
      {t('assign.title')}
    </Button>
  )
}
