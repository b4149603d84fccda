import { useTranslation } from 'react-i18next'
import { formatClock } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { CityField } from '#web/widgets/forms/CityField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './components/Fields.module.css'
import { LinkFields } from './components/LinkFields.tsx'
import { ProfileSaveBar } from './components/ProfileSaveBar.tsx'
import { MEETING_LINKS } from './settings-form.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** Country, city and zone; a coach's meeting links besides (spec §2, settings screen). */
export function Component() {
  const { t } = useTranslation(['settings', 'common'])
  const { side } = useViewer()
  const isCoach = side === 'coach'
  const { form, fields, isDirty, isSaving, submit } = useSettingsForm(isCoach ? MEETING_LINKS : [])
  return (
    <ProfilePage side={side}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Card title={t('residence.title')}>
          <p className={classes.hint}>{t(`residence.hint.${side}`)}</p>
          <div className={classes.grid}>
            <ResidenceFields form={form} fields={fields}>
              <CityField fields={fields} required />
            </ResidenceFields>
          </div>
          <TimeThere timezone={form.watch('timezone')} />
        </Card>
        {isCoach && (
          <Card title={t('meeting.title')}>
            <p className={classes.hint}>{t('meeting.hint')}</p>
            <LinkFields names={MEETING_LINKS} fields={fields} />
          </Card>
        )}
        <ProfileSaveBar isDirty={isDirty} isSaving={isSaving} />
      </form>
    </ProfilePage>
  )
}

/** The current time in the chosen zone: a wrong zone is obvious. */
function TimeThere({ timezone }: { timezone: string }) {
  const { t } = useTranslation('common')
  const now = useNow()
  if (timezone === '') return null
  return (
    <p className={classes.place}>
      {t('residence.nowThere', { time: formatClock(now, timezone, currentLanguage()) })}
    </p>
  )
}
