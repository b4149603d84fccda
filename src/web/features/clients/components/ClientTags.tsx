import { useTranslation } from 'react-i18next'
import classes from './ClientTags.module.css'

type Props = {
  tags: readonly string[]
  /** Filters by the tag; without it tags are not clickable. */
  onPick?: (tag: string) => void
  /** How many are shown, on one line, before the rest is counted; the tooltip has them all. */
  few?: number
}

/** A client's tags. */
export function ClientTags({ tags, onPick, few = Infinity }: Props) {
  const { t } = useTranslation('clients')
  if (tags.length === 0) return null
  const rest = tags.slice(few)
  return (
    <ul className={classes.tags} data-few={few < Infinity || undefined} aria-label={t('tags')}>
      {tags.slice(0, few).map((tag) => (
        <li key={tag} className={classes.item}>
          {onPick ? (
            <button
              type="button"
              className={classes.tag}
              title={tag}
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
        <li className={classes.rest} title={tags.join(', ')}>
          <span aria-hidden="true">{t('moreTags', { count: rest.length })}</span>
          <span className="visually-hidden">{rest.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
