import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { i18n } from '#web/api/i18n.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser, useUserType } from '#web/app/store/store.ts'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { whenSaved } from '#web/widgets/saved-form.ts'
import { type OptionalSetting, SettingsForm, settingsBody, settingsOf } from './settings-form.ts'
import { useSaveSettings } from './settings.queries.ts'

const resolver = modelResolver<SettingsForm>(SettingsForm as never)

/**
 * A form over the settings of the signed-in person that saves their place and what else it shows. What changes
 * elsewhere meanwhile comes in, except where something was typed. Success and failure are told as spec §8 says.
 */
export function useSettingsForm(shown: readonly OptionalSetting[]) {
  const { t } = useTranslation('common')
  const user = useSessionUser()
  const isCoach = useUserType() === 'coach'
  const save = useSaveSettings()
  const form = useForm<SettingsForm>({
    mode: 'all',
    values: settingsOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver,
  })
  const fields = useFields(form, { redFromStart: true })
  // Read here: the form only keeps track of what was asked for.
  const { isDirty } = form.formState

  const submit = form.handleSubmit(() => {
    const showSaved = whenSaved(form)
    save.mutate(settingsBody(user.id, form.getValues(), shown), {
      onSuccess: (saved) => {
        showSaved(settingsOf(saved))
        // The screen's own `t` still speaks the language of before.
        setAlert(i18n.t('common:saved'), 'success')
      },
      // A coach reads the server's own words, everybody else the fixed ones.
      onError: (failure) =>
        showFailure(failure, { form, toast: { text: isCoach ? undefined : t('notSaved') } }),
    })
  })
  return { form, fields, isDirty, isSaving: save.isPending, submit }
}
