import '@mantine/core/styles/Pagination.layer.css'
import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Pages.module.css'

type Props = {
  /** The total, in pages of `items`. */
  list: { total: number; page: number; items: number }
  /** What is paginated, for screen readers. */
  label: string
  onChange: (page: number) => void
}

/** Pagination for a list; absent if it fits on one page. */
export function Pages({ list: { total, page, items }, label, onChange }: Props) {
  const { t } = useTranslation('common')
  if (total <= items) return null
  return (
    <Pagination
      className={classes.pages}
      total={Math.ceil(total / items)}
      value={page}
      onChange={onChange}
      aria-label={label}
      getItemProps={(number) => ({ 'aria-label': t('pages.page', { page: number }) })}
      getControlProps={(control) => ({
        'aria-label': t(control === 'previous' ? 'pages.previous' : 'pages.next'),
      })}
    />
  )
}
