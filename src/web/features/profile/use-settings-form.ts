import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser, useUserType } from '#web/store/store.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { whenSaved } from '#web/widgets/forms/saved-form.ts'
import { useSend } from '#web/widgets/use-send.ts'
import {
  type OptionalSetting,
  SettingsForm,
  WithoutResidenceForm,
  partOf,
  settingsBody,
  settingsOf,
} from './settings-form.ts'
import { useSaveSettings } from './settings.queries.ts'

/**
 * A form over the settings of the signed-in person that saves their residence and the other fields it shows. Changes
 * from elsewhere are applied, except to edited fields. Success and failure are shown as spec §8 says. Without a
 * residence on screen, or if no city was ever saved and the residence is untouched, the other fields are saved
 * separately: a language does not need a city.
 */
export function useSettingsForm(shown: readonly OptionalSetting[], { withResidence = true } = {}) {
  const { t } = useTranslation('common')
  const user = useSessionUser()
  const isCoach = useUserType() === 'coach'
  const save = useSaveSettings()
  const sendSettings = useSend(save)
  const form = useSchemaForm(withResidence ? SettingsForm : WithoutResidenceForm, {
    values: settingsOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const fields = useFields(form, { redFromStart: true })
  // Read here: the form tracks only the properties that were read.
  const { isDirty, dirtyFields } = form.formState
  const residenceTyped = dirtyFields.country || dirtyFields.city || dirtyFields.timezone

  const send = (body: Parameters<typeof sendSettings>[0]) => {
    const showSaved = whenSaved(form)
    sendSettings(body, {
      // The screen's `t` still uses the previous language.
      onSuccess: () => setAlert(i18n.t('common:saved'), 'success'),
      onSuccessHere: (saved) => {
        showSaved(settingsOf(saved))
        // Missing fields stay marked (spec §5).
        void form.trigger()
      },
      // A coach sees the server's text, all others the fixed ones.
      onErrorHere: (failure) =>
        showFailure(failure, { form, toast: { text: isCoach ? undefined : t('notSaved') } }),
    })
  }
  const sendPart = () => send({ id: user.id, ...partOf(form.getValues(), shown) })
  const sendAll = form.handleSubmit(() =>
    withResidence ? send(settingsBody(user.id, form.getValues(), shown)) : sendPart(),
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const residenceMayWait = withResidence && !user.city && !residenceTyped
    if (residenceMayWait && isDirty && (await form.trigger([...shown]))) return sendPart()
    await sendAll(event)
  }
  return { form, fields, isDirty, isSaving: save.isPending, submit }
}
