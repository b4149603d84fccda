import '@mantine/core/styles/Pagination.css'
import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Pages.module.css'

type Props = {
  /** How many there are, on how many pages of `items`. */
  list: { total: number; page: number; items: number }
  /** What the pages are of, for who does not see the list above them. */
  label: string
  onChange: (page: number) => void
}

/** The way through a list that the server divides into pages; absent when it all fits on one. */
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
