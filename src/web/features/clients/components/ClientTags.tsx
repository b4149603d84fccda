import { useTranslation } from 'react-i18next'
import classes from './ClientTags.module.css'

type Props = {
  tags: readonly string[]
  /** Filters by the tag; without it tags are not clickable. */
  onPick?: (tag: string) => void
  /** How many are shown before the rest is counted. */
  few?: number
}

/** A client's tags. */
export function ClientTags({ tags, onPick, few = Infinity }: Props) {
  const { t } = useTranslation('clients')
  if (tags.length === 0) return null
  const rest = tags.slice(few)
  return (
    <ul className={classes.tags} aria-label={t('tags')}>
      {tags.slice(0, few).map((tag) => (
        <li key={tag}>
          {onPick ? (
            <button
              type="button"
              className={classes.tag}
              aria-label={t('withTag', { tag })}
              onClick={() => onPick(tag)}
            >
              {tag}
            </button>
          ) : (
            <span className={classes.tag}>{tag}</span>
          )}
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes.rest} title={rest.join(', ')}>
          {t('moreTags', { count: rest.length })}
        </li>
      )}
    </ul>
  )
}
