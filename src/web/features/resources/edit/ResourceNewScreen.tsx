import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { ResourceType } from '#contract/resources/resources.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import { useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { TYPES } from '../resource-look.tsx'
import { useCreateResource } from '../resources.queries.ts'
import { ResourceFields } from './ResourceFields.tsx'
import classes from './ResourceFields.module.css'
import { RestoredNotice } from './RestoredNotice.tsx'
import { type ResourceDraft, resourceDraft, restoredResource } from './resource-draft.ts'
import { emptyResource, resourceBody, resourceSchema } from './resource-form.ts'
import { useResourceDraft } from './use-resource-draft.ts'

/** A new resource of one type: saved as a draft, or published at once (product §14). */
export function Component() {
  const { t } = useTranslation('resources')
  const navigate = useNavigate()
  const { type } = useParams()
  const known = TYPES.find((each) => each === type)
  if (!known) return <NotFound />
  return (
    <Page
      title={t('form.newTitle')}
      template="form"
      back={<BackLink to={paths.resources()} label={t('title')} />}
    >
      <Segments
        label={t('form.type')}
        large
        options={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={known}
        onChange={(next) => void navigate(paths.resourceNew({ type: next }), { replace: true })}
      />
      <NewForm key={known} type={known} />
    </Page>
  )
}

/** The form, with what was written before a reload and not saved. */
function NewForm({ type }: { type: ResourceType }) {
  const stored = useStoredDraft(draftName(type))
  if (!stored) return <Skeleton height={480} radius={16} />
  return <OpenForm type={type} restored={restoredResource(stored.value, emptyResource)} />
}

const draftName = (type: ResourceType) => resourceDraft(`new.${type}`)

type OpenFormProps = { type: ResourceType; restored: ResourceDraft | undefined }

function OpenForm({ type, restored }: OpenFormProps) {
  const { t } = useTranslation(['resources', 'common'])
  const navigate = useNavigate()
  const create = useCreateResource()
  const send = useSend(create)
  const [isBusy, setBusy] = useState(false)
  const form = useSchemaForm(resourceSchema(type), { defaultValues: emptyResource })
  const { formError } = useFields(form)
  const publishing = create.variables?.status === 'published'
  const draft = useResourceDraft({ name: draftName(type), form, saved: emptyResource, restored, isBusy })
  const save = (status: 'draft' | 'published') =>
    form.handleSubmit(() => {
      draft.flush()
      send(
        { ...resourceBody(type, form.getValues()), type, status },
        {
          onSuccess: ({ title }) => {
            draft.end()
            setAlert(t(status === 'published' ? 'form.published' : 'form.draftSaved', { title }), 'success')
          },
          onSuccessHere: ({ id }) => void navigate(paths.resourceView({ resourceId: id })),
          onErrorHere: (failure) => showFailure(failure, { form }),
        },
      )
    })
  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={(event) => void save('published')(event)}>
        <RestoredNotice draft={draft} isBusy={isBusy} />
        <ResourceFields key={draft.round} type={type} file={null} onBusy={setBusy} />
        {!draft.keeps && <NotKept untilSent />}
        <SaveBar error={formError}>
          <LoadingButton
            variant="default"
            loading={create.isPending && !publishing}
            loadingLabel={t('common:loading')}
            disabled={create.isPending || isBusy}
            onClick={() => void save('draft')()}
          >
            {t('form.saveDraft')}
          </LoadingButton>
          <LoadingButton
            type="submit"
            loading={create.isPending && publishing}
            loadingLabel={t('common:loading')}
            disabled={create.isPending || isBusy}
          >
            {t('form.publish')}
          </LoadingButton>
        </SaveBar>
      </form>
      <LeaveGuard
        active={(form.formState.isDirty || isBusy) && !create.isPending && !create.isSuccess}
        onLeave={draft.end}
      />
    </FormProvider>
  )
}
