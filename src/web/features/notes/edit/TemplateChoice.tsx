import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { documentOfLines } from '#contract/rich-text/rich-text-lines.ts'
import type { RichText } from '#contract/rich-text/rich-text.ts'
import type { NoteTemplate } from '#contract/notes/notes.ts'
import classes from './NoteEditor.module.css'
import { TEMPLATES } from './templates.ts'

type Props = { value: NoteTemplate; onChoose: (template: NoteTemplate, body: RichText) => void }

/** What an empty note begins with. */
export function TemplateChoice({ value, onChoose }: Props) {
  const { t } = useTranslation('notes')
  return (
    <div role="group" aria-label={t('templates.label')} className={classes.templates}>
      {TEMPLATES.map((template) => (
        <Button
          key={template}
          size="compact-sm"
          radius={20}
          variant={template === value ? 'light' : 'default'}
          aria-pressed={template === value}
          onClick={() =>
            onChoose(template, documentOfLines(template === 'free' ? '' : t(`templates.${template}.text`)))
          }
        >
          {t(`templates.${template}.name`)}
        </Button>
      ))}
    </div>
  )
}
