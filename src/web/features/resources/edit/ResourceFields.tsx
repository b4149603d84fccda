import '#web/ui/theme/kit-pills.ts'
import { Autocomplete, TagsInput, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ResourceFileDto, ResourceType } from '#contract/resources/resources.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import type { FieldState } from '#web/widgets/forms/field-state.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { filterOf } from '../list/resource-filter.ts'
import { labelsQuery, libraryQuery } from '../resources.queries.ts'
import classes from './ResourceFields.module.css'
import { TextField } from './TextField.tsx'
import { UploadField } from './UploadField.tsx'
import { CONTENTS, type ResourceForm } from './resource-form.ts'

const MAX_TAGS = 15

type Props = { type: ResourceType; file: ResourceFileDto | null; onBusy: (busy: boolean) => void }

/** A file has no field that could hold a message back: nothing is written under it before somebody sends the form. */
const shown = ({ error, wrapperProps }: FieldState) => ('data-quiet' in wrapperProps ? undefined : error)

/** The fields of a resource of one type. Rendered inside a form that contains them all. */
export function ResourceFields({ type, file, onBusy }: Props) {
  const { t } = useTranslation('resources')
  const { coachId } = useViewer()
  const form = useFormContext<ResourceForm>()
  const { field, state } = useFields(form)
  const { data: labels } = useQuery(labelsQuery(coachId))
  const { data: library } = useQuery(libraryQuery(coachId, filterOf(new URLSearchParams())))
  const parts = CONTENTS[type]
  const hasFile = form.watch('fileId') !== ''
  return (
    <>
      <Card title={t(`form.content.${type}`)}>
        <div className={classes.fields}>
          {(type === 'file' || type === 'video' || type === 'audio') && (
            <Controller
              control={form.control}
              name="fileId"
              render={({ field: { onChange } }) => (
                <UploadField
                  type={type}
                  file={file}
                  maxBytes={library?.space.maxFileBytes}
                  error={shown(state('fileId'))}
                  onBusy={onBusy}
                  onChange={(chosen) => {
                    onChange(chosen?.id ?? '')
                    const name = chosen?.name.replace(/\.[^.]*$/, '') ?? ''
                    if (form.getValues('title') === '')
                      form.setValue('title', name.slice(0, 160), { shouldValidate: true })
                  }}
                />
              )}
            />
          )}
          {parts.includes('url') && !hasFile && (
            <TextInput
              type="url"
              label={t(parts.includes('fileId') ? 'form.orUrl' : 'form.url')}
              withAsterisk={!parts.includes('fileId')}
              autoComplete="off"
              {...field('url')}
            />
          )}
          {parts.includes('body') && (
            <Controller
              control={form.control}
              name="body"
              render={({ field: { value, onChange, onBlur } }) => (
                <TextField value={value} state={state('body')} onChange={onChange} onBlur={onBlur} />
              )}
            />
          )}
        </div>
      </Card>
      <Card title={t('form.about')}>
        <div className={classes.fields}>
          <TextInput label={t('form.title')} withAsterisk autoComplete="off" {...field('title')} />
          <Textarea
            label={t('form.description')}
            autosize
            minRows={2}
            maxRows={8}
            {...field('description')}
          />
          <div className={classes.pair}>
            <Controller
              control={form.control}
              name="category"
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <Autocomplete
                  ref={ref}
                  label={t('form.category')}
                  data={labels?.categories ?? []}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  {...state('category')}
                />
              )}
            />
            <Controller
              control={form.control}
              name="tags"
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <TagsInput
                  ref={ref}
                  label={t('form.tags')}
                  data={labels?.tags ?? []}
                  maxTags={MAX_TAGS}
                  maxLength={40}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  {...state('tags')}
                />
              )}
            />
          </div>
          <TextInput label={t('form.source')} description={t('form.sourceHint')} {...field('source')} />
        </div>
      </Card>
    </>
  )
}
