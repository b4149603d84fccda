import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import { useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { resourceQuery, useSaveResource } from '../resources.queries.ts'
import { ResourceFields } from './ResourceFields.tsx'
import classes from './ResourceFields.module.css'
import { RestoredNotice } from './RestoredNotice.tsx'
import { type ResourceDraft, resourceDraft, restoredResource } from './resource-draft.ts'
import { resourceBody, resourceFormOf, resourceSchema } from './resource-form.ts'
import { useResourceDraft } from './use-resource-draft.ts'

// Two edits at once are rare.
const ResourceConflict = lazyCard(() => import('./ResourceConflict.tsx'))

/** Edits a resource; its type stays. */
export function Component() {
  const { t } = useTranslation('resources')
  const { resourceId = '' } = useParams()
  const query = useQuery(resourceQuery(resourceId))
  if (isMissing(query)) return <NotFound />
  return (
    <Page
      title={t('form.editTitle')}
      subtitle={query.data?.title}
      subtitleIsBack
      template="form"
      back={<BackLink to={paths.resourceView({ resourceId })} label={query.data?.title ?? t('form.view')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(resource) => <Editing key={resource.id} resource={resource} />}
      </QueryView>
    </Page>
  )
}

/** The form, with what was written before a reload and not saved. */
function Editing({ resource }: { resource: ResourceDetail }) {
  const stored = useStoredDraft(resourceDraft(resource.id))
  if (!stored) return <Skeleton height={480} radius={16} />
  return <OpenForm resource={resource} restored={restoredResource(stored.value, resourceFormOf(resource))} />
}

type OpenFormProps = { resource: ResourceDetail; restored: ResourceDraft | undefined }

function OpenForm({ resource, restored }: OpenFormProps) {
  const { t } = useTranslation(['resources', 'common'])
  const navigate = useNavigate()
  const save = useSaveResource(resource.id)
  const send = useSend(save)
  const [isBusy, setBusy] = useState(false)
  const saved = useMemo(() => resourceFormOf(resource), [resource])
  const form = useSchemaForm(resourceSchema(resource.type), {
    values: saved,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { formError } = useFields(form)
  const isDirty = Object.keys(form.formState.dirtyFields).length > 0
  const version = resource.updatedAt
  const name = resourceDraft(resource.id)
  const draft = useResourceDraft({ name, form, saved, restored, version, isDirty, isBusy })
  const isOutdated = draft.basedOn !== version && !save.isSuccess
  const submit = (basedOn = draft.basedOn) =>
    form.handleSubmit(() => {
      draft.flush()
      send(
        { ...resourceBody(resource.type, form.getValues()), basedOn },
        {
          onSuccess: ({ title }) => {
            draft.end()
            setAlert(t('form.saved', { title }), 'success')
          },
          onSuccessHere: ({ id }) => void navigate(paths.resourceView({ resourceId: id })),
          onErrorHere: (failure) => showFailure(failure, { form }),
        },
      )
    })()
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <RestoredNotice draft={draft} isBusy={isBusy} />
        <ResourceFields key={draft.round} type={resource.type} file={resource.file} onBusy={setBusy} />
        {!draft.keeps && <NotKept untilSent />}
        {isOutdated && (
          <Suspense fallback={<Skeleton height={120} radius={16} />}>
            <ResourceConflict
              stored={resource}
              isSending={save.isPending}
              onMine={() => void submit(version)}
            />
          </Suspense>
        )}
        <SaveBar error={formError}>
          <Button component={Link} to={paths.resourceView({ resourceId: resource.id })} variant="default">
            {t('common:cancel')}
          </Button>
          <LoadingButton
            type="submit"
            loading={save.isPending}
            loadingLabel={t('common:loading')}
            disabled={isBusy}
          >
            {t('form.saveChanges')}
          </LoadingButton>
        </SaveBar>
      </form>
      <LeaveGuard
        active={(form.formState.isDirty || isBusy) && !save.isPending && !save.isSuccess}
        onLeave={draft.end}
      />
    </FormProvider>
  )
}
