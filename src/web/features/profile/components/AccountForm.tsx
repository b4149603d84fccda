import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorScheme } from '#contract/account/auth.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import classes from './Fields.module.css'
import { ProfileSaveBar } from './ProfileSaveBar.tsx'
import { ChangeLink } from './Shown.tsx'
import { ShownResidence } from './ShownResidence.tsx'

const SHOWN = ['language', 'colorScheme'] as const

/**
 * The account settings form of spec §5: language, country, city and time zone; the scheme besides (product §18). Where a
 * person is, is edited in the settings and shown from there.
 */
export function AccountForm() {
  const { t } = useTranslation(['account', 'settings', 'common'])
  const { form, fields, isDirty, isSaving, submit } = useSettingsForm(SHOWN)
  return (
    <Card title={t('preferences.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.grid}>
          <NativeSelect label={t('preferences.language')} withAsterisk {...fields.field('language')}>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {t(`common:languages.${language}`)}
              </option>
            ))}
          </NativeSelect>
          <ChoiceChips
            label={t('preferences.scheme')}
            value={form.watch('colorScheme')}
            onChange={(chosen) =>
              form.setValue('colorScheme', ColorScheme.parse(chosen), { shouldDirty: true })
            }
            options={ColorScheme.options.map((scheme) => ({
              value: scheme,
              label: t(`preferences.schemes.${scheme}`),
            }))}
          />
        </div>
        <div className={classes.shown}>
          <ShownResidence />
          <ChangeLink to={paths.settings()} what={t('settings:residence.title')} />
        </div>
        <ProfileSaveBar inCard isDirty={isDirty} isSaving={isSaving} />
      </form>
    </Card>
  )
}
