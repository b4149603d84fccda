import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorScheme } from '#contract/account/auth.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { CityField } from '#web/widgets/forms/CityField.tsx'
import { ResidenceFields } from '#web/widgets/forms/ResidenceFields.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import classes from './Fields.module.css'
import { ProfileSaveBar } from './ProfileSaveBar.tsx'

const SHOWN = ['language', 'colorScheme'] as const

/** The account settings form of spec §5: language, country, city and time zone; the scheme besides (product §18). */
export function AccountForm() {
  const { t } = useTranslation(['account', 'common'])
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
          <ResidenceFields form={form} fields={fields}>
            <CityField fields={fields} required />
          </ResidenceFields>
        </div>
        <ProfileSaveBar inCard isDirty={isDirty} isSaving={isSaving} />
      </form>
    </Card>
  )
}
