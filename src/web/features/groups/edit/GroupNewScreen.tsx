import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { paths } from '#web/paths.ts'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { useObjectUrl } from '#web/ui/use-object-url.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { PhotoField } from '#web/widgets/pictures/PhotoField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { GroupFields } from './GroupFields.tsx'
import classes from './GroupForm.module.css'
import { FIELD_OF_REFUSAL, GroupFormSchema, emptyGroup, groupBody } from './group-form.ts'
import { useCreateGroup } from '../groups.queries.ts'

/** A new group: saved as a draft, or opened at once (product §7). */
export function Component() {
  const { t } = useTranslation(['groups', 'common'])
  const navigate = useNavigate()
  const create = useCreateGroup()
  const send = useSend(create)
  const form = useSchemaForm(GroupFormSchema, { defaultValues: emptyGroup })
  const { formError } = useFields(form)
  // Sent once the group exists.
  const [photo, setPhoto] = useState<File | null>(null)
  const chosen = useObjectUrl(photo)
  const isDirty = form.formState.isDirty || photo !== null
  const publishing = create.variables?.body.publish === true

  const save = (publish: boolean) =>
    form.handleSubmit((values) =>
      send(
        { body: { ...groupBody(values), publish }, photo },
        {
          onSuccess: ({ group: { name }, photoFailed }) => {
            if (photoFailed) setAlert(t('form.savedWithoutPhoto', { name }), 'warning')
            else setAlert(t(publish ? 'form.published' : 'form.draftSaved', { name }), 'success')
          },
          onSuccessHere: ({ group: { id } }) => void navigate(paths.groupView({ groupId: id })),
          onErrorHere: (failure) => showFailure(failure, { form, about: FIELD_OF_REFUSAL }),
        },
      ),
    )

  return (
    <Page
      title={t('form.newTitle')}
      subtitle={t('form.newSubtitle')}
      template="form"
      back={<BackLink to={paths.groups()} label={t('title')} />}
    >
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={(event) => void save(false)(event)}>
          <GroupFields
            photo={
              <PhotoField
                name={form.watch('name').trim()}
                src={chosen}
                nameless={<IconUsersGroup size={44} />}
                onSet={async (picture) => setPhoto(picture)}
                removal={{ title: t('form.photoRemoveTitle'), text: t('form.photoRemoveText') }}
              />
            }
          />
          <SaveBar error={formError}>
            <LoadingButton
              type="submit"
              variant="default"
              loading={create.isPending && !publishing}
              loadingLabel={t('common:loading')}
              disabled={create.isPending}
            >
              {t('form.saveDraft')}
            </LoadingButton>
            <LoadingButton
              loading={create.isPending && publishing}
              loadingLabel={t('common:loading')}
              disabled={create.isPending}
              onClick={() => void save(true)()}
            >
              {t('form.savePublish')}
            </LoadingButton>
          </SaveBar>
        </form>
      </FormProvider>
      <LeaveGuard active={isDirty && !create.isPending && !create.isSuccess} />
    </Page>
  )
}
