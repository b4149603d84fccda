import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTACT_LINKS, type ContactLink } from '#contract/account/settings.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import classes from './components/Fields.module.css'
import { LinkFields } from './components/LinkFields.tsx'
import { ProfileSaveBar } from './components/ProfileSaveBar.tsx'
import { ChangeLink } from './components/Shown.tsx'
import { ShownContacts } from './components/ShownContacts.tsx'
import { ShownLinks } from './components/ShownLinks.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const PHONES = ['whatsapp', 'phone'] as const satisfies readonly ContactLink[]
const CALLS = ['teams', 'meet', 'zoom', 'skype', 'facetime'] as const satisfies readonly ContactLink[]
const NETWORKS = ['facebook', 'instagram', 'twitter', 'linkedIn'] as const satisfies readonly ContactLink[]

/**
 * How a person is reached: e-mail, telephones and all links (product §18). A coach's telephones and meeting links are
 * edited in the settings (spec §2) and shown from there. `email` is the app's to put in.
 */
export function ContactView({ email }: { email?: ReactNode }) {
  const { t } = useTranslation(['settings', 'shell', 'common'])
  const user = useSessionUser()
  const isCoach = useViewer().side === 'coach'
  const formId = useId()
  const { fields, isDirty, isSaving, submit } = useSettingsForm(isCoach ? NETWORKS : CONTACT_LINKS, {
    withResidence: false,
  })
  return (
    <Page
      title={t('sections.contact.title')}
      subtitle={t('contact.subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <Card title={t('contact.email')}>{email ?? <p className={classes.plain}>{user.email}</p>}</Card>
      {isCoach && (
        <Card
          title={t('meeting.title')}
          aside={<ChangeLink to={paths.settings()} what={t('meeting.title')} />}
        >
          <ShownLinks names={[...PHONES, ...CALLS]} />
        </Card>
      )}
      <form id={formId} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {!isCoach && (
          <>
            <Card title={t('contact.phones')}>
              <p className={classes.hint}>{t('contact.phonesHint')}</p>
              <LinkFields names={PHONES} fields={fields} />
            </Card>
            <Card title={t('contact.meeting')}>
              <LinkFields names={CALLS} fields={fields} />
            </Card>
          </>
        )}
        <Card title={t('contact.social')}>
          <p className={classes.hint}>{t('contact.socialHint')}</p>
          <LinkFields names={NETWORKS} fields={fields} />
        </Card>
      </form>
      {isCoach && <ShownContacts />}
      {/* Outside the form: it stays in sight only within what contains it, and the form begins below the window. */}
      <ProfileSaveBar formId={formId} isDirty={isDirty} isSaving={isSaving} />
    </Page>
  )
}
