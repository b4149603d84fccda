import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account/profiles.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { whenSaved } from '#web/widgets/forms/saved-form.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { aboutBody, aboutOf, aboutSchema } from './about-form.ts'
import { ClientAbout } from './components/ClientAbout.tsx'
import { CoachAboutForm } from './components/CoachAboutForm.tsx'
import classes from './components/Fields.module.css'
import { ProfileSaveBar } from './components/ProfileSaveBar.tsx'
import { profileOf, useSaveProfile } from './profile.queries.ts'

/** Self-description: of a coach's practice, or of a client for their coach (product §18). */
export function Component() {
  const { t } = useTranslation(['settings', 'shell'])
  const { side, userId } = useViewer()
  const query = useQuery(profileOf(userId))
  return (
    <Page
      title={t('sections.about.title')}
      subtitle={t(side === 'coach' ? 'about.subtitleCoach' : 'about.subtitleClient')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <QueryView query={query} skeleton={<Skeleton height={420} radius={16} />}>
        {(profile) => <About profile={profile} />}
      </QueryView>
    </Page>
  )
}

function About({ profile }: { profile: Profile }) {
  const { t } = useTranslation('common')
  const { side, userId, timezone } = useViewer()
  const thisYear = Number(dateOf(useNow(), timezone).slice(0, 4))
  const save = useSaveProfile(userId)
  const send = useSend(save)
  const form = useSchemaForm(aboutSchema(side, thisYear), {
    values: aboutOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  const { isDirty } = form.formState

  const submit = form.handleSubmit(() => {
    const showSaved = whenSaved(form)
    send(aboutBody(side, form.getValues()), {
      onSuccess: () => setAlert(t('saved'), 'success'),
      onSuccessHere: (saved) => showSaved(aboutOf(saved)),
      onErrorHere: (failure) => showFailure(failure, { form, toast: {} }),
    })
  })
  return (
    <FormProvider {...form}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {side === 'coach' ? <CoachAboutForm thisYear={thisYear} /> : <ClientAbout />}
        <ProfileSaveBar isDirty={isDirty} isSaving={save.isPending} />
      </form>
    </FormProvider>
  )
}
