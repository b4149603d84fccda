import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account/profiles.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { whenSaved } from '#web/widgets/forms/saved-form.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './components/Fields.module.css'
import { OwnPhoto } from './components/OwnPhoto.tsx'
import { ProfileSaveBar } from './components/ProfileSaveBar.tsx'
import { infoBody, infoOf, infoSchema } from './info-form.ts'
import { profileOf, useSaveProfile } from './profile.queries.ts'

/** Photo, name, occupation and birthday of the signed-in person (product §18). */
export function Component() {
  const { t } = useTranslation(['appearance', 'settings', 'shell'])
  const { userId } = useViewer()
  const query = useQuery(profileOf(userId))
  return (
    <Page
      title={t('settings:sections.info.title')}
      subtitle={t('info.subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <Card title={t('photo.title')}>
        <OwnPhoto />
      </Card>
      <QueryView query={query} skeleton={<Skeleton height={320} radius={16} />}>
        {(profile) => <Details profile={profile} />}
      </QueryView>
    </Page>
  )
}

function Details({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['appearance', 'common'])
  const { userId, timezone } = useViewer()
  const today = dateOf(useNow(), timezone)
  const save = useSaveProfile(userId)
  const send = useSend(save)
  const form = useSchemaForm(infoSchema(today), {
    values: infoOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  const { field } = useFields(form)
  const { isDirty } = form.formState
  const submit = form.handleSubmit(() => {
    const showSaved = whenSaved(form)
    send(infoBody(form.getValues()), {
      onSuccess: () => setAlert(t('common:saved'), 'success'),
      onSuccessHere: (saved) => showSaved(infoOf(saved)),
      onErrorHere: (failure) => showFailure(failure, { form, toast: {} }),
    })
  })
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Card title={t('info.title')}>
        <div className={classes.grid}>
          <TextInput label={t('info.name')} withAsterisk autoComplete="given-name" {...field('name')} />
          <TextInput
            label={t('info.lastName')}
            withAsterisk
            autoComplete="family-name"
            {...field('lastName')}
          />
          <TextInput
            label={t('info.jobOcuppation')}
            autoComplete="organization-title"
            {...field('jobOcuppation')}
          />
          <TextInput
            type="date"
            label={t('info.birthday')}
            description={t('info.birthdayHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            max={today}
            min="1900-01-01"
            autoComplete="bday"
            {...field('birthday')}
          />
        </div>
      </Card>
      <ProfileSaveBar isDirty={isDirty} isSaving={save.isPending} />
    </form>
  )
}
