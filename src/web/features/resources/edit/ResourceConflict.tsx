import { useTranslation } from 'react-i18next'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { VersionConflict } from '#web/widgets/drafts/VersionConflict.tsx'
import { RichTextView } from '#web/widgets/rich-text/RichTextView.tsx'
import classes from '../view/ResourceView.module.css'

type Props = {
  /** The version that is stored by now. */
  stored: ResourceDetail
  isSending: boolean
  /** Puts what was typed in its place. */
  onMine: () => void
}

/** A resource was edited elsewhere since its form was opened. */
export default function ResourceConflict({ stored, isSending, onMine }: Props) {
  const { t } = useTranslation('resources')
  return (
    <VersionConflict
      title={t('conflict.title')}
      hint={t('conflict.hint')}
      isSending={isSending}
      onMine={onMine}
    >
      <Stored resource={stored} />
    </VersionConflict>
  )
}

/** What is stored, with all that a form can have changed. */
function Stored({ resource }: { resource: ResourceDetail }) {
  const { t } = useTranslation('resources')
  const { title, description, category, tags, source, status, type, url, file, body } = resource
  const facts = [
    { label: t('form.title'), value: title },
    { label: t('filters.status'), value: t(`statuses.${status}`) },
    { label: t('form.description'), value: description },
    { label: t('form.category'), value: category },
    { label: t('form.tags'), value: tags.join(', ') },
    { label: t('form.source'), value: source },
    { label: t(`types.${type}`), value: url ?? file?.name },
  ].filter(({ value }) => value)
  return (
    <dl className={classes.list}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.words}>{value}</dd>
        </div>
      ))}
      {body && (
        <div>
          <dt>{t('form.body')}</dt>
          <dd>
            <RichTextView document={body} below={2} />
          </dd>
        </div>
      )}
    </dl>
  )
}
