import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { GroupDetail } from '#contract/groups.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ClosedDrawing } from '#web/ui/drawings/ClosedDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { PhotoField } from '#web/widgets/pictures/PhotoField.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { GroupFields } from './GroupFields.tsx'
import classes from './GroupForm.module.css'
import { FIELD_OF_REFUSAL, GroupFormSchema, groupBody, groupFormOf } from './group-form.ts'
import { useSaveGroup, useSetGroupPhoto } from '../groups.queries.ts'

/** Edits a group, unless it is finished (product §7). */
export function Component() {
  const { t } = useTranslation('groups')
  const { groupId = '' } = useParams()
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  const name = query.data?.name
  return (
    <Page
      title={name === undefined ? t('form.edit') : t('form.editTitle', { name })}
      template="form"
      back={<BackLink to={paths.groupView({ groupId })} label={name ?? t('form.view')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={480} radius={16} />}>
        {(group) =>
          group.allowedActions.includes('edit') ? (
            <Editing key={group.id} group={group} />
          ) : (
            <Closed {...group} />
          )
        }
      </QueryView>
    </Page>
  )
}

function Editing({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['groups', 'common'])
  const navigate = useNavigate()
  const save = useSaveGroup(group.id)
  const send = useSend(save)
  const form = useSchemaForm(GroupFormSchema, {
    values: groupFormOf(group),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { formError } = useFields(form)
  const submit = form.handleSubmit((values) =>
    send(groupBody(values), {
      onSuccess: ({ name }) => setAlert(t('form.saved', { name }), 'success'),
      onSuccessHere: ({ id }) => void navigate(paths.groupView({ groupId: id })),
      onErrorHere: (failure) => showFailure(failure, { form, about: FIELD_OF_REFUSAL }),
    }),
  )
  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <GroupFields photo={<Photo group={group} />} />
        <SaveBar error={formError}>
          <Button component={Link} to={paths.groupView({ groupId: group.id })} variant="default">
            {t('common:cancel')}
          </Button>
          <LoadingButton type="submit" loading={save.isPending} loadingLabel={t('common:loading')}>
            {t('form.saveChanges')}
          </LoadingButton>
        </SaveBar>
      </form>
      <LeaveGuard active={form.formState.isDirty && !save.isPending && !save.isSuccess} />
    </FormProvider>
  )
}

/** A photo is saved at once, like the profile photo. */
function Photo({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('groups')
  const { mutateAsync } = useSetGroupPhoto(group.id)
  return (
    <PhotoField
      name={group.name}
      src={group.photo?.fileURL}
      onSet={async (photo) => {
        await mutateAsync(photo)
        setAlert(t(photo ? 'form.photoSaved' : 'form.photoRemoved'), 'success')
      }}
      removal={{ title: t('form.photoRemoveTitle'), text: t('form.photoRemoveText') }}
    />
  )
}

function Closed({ id }: GroupDetail) {
  const { t } = useTranslation('groups')
  return (
    <Card>
      <EmptyState
        drawing={<ClosedDrawing />}
        text={t('form.closed')}
        action={
          <Button component={Link} to={paths.groupView({ groupId: id })} variant="light">
            {t('form.view')}
          </Button>
        }
      />
    </Card>
  )
}
