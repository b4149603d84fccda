import type { SubmitEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser, useUserType } from '#web/store/store.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { modelResolver } from '#web/widgets/forms/form-model.ts'
import { whenSaved } from '#web/widgets/forms/saved-form.ts'
import {
  type OptionalSetting,
  SettingsForm,
  WithoutPlaceForm,
  partOf,
  settingsBody,
  settingsOf,
} from './settings-form.ts'
import { useSaveSettings } from './settings.queries.ts'

const resolver = modelResolver<SettingsForm>(SettingsForm as never)
const withoutPlaceResolver = modelResolver<SettingsForm>(WithoutPlaceForm as never)

/**
 * A form over the settings of the signed-in person that saves their place and what else it shows. What changes
 * elsewhere meanwhile comes in, except where something was typed. Success and failure are told as spec §8 says.
 * Without a place on screen, or where a city was never given and nothing of the place was touched, the rest is saved by
 * itself: a language does not wait for a city.
 */
export function useSettingsForm(shown: readonly OptionalSetting[], { withPlace = true } = {}) {
  const { t } = useTranslation('common')
  const user = useSessionUser()
  const isCoach = useUserType() === 'coach'
  const save = useSaveSettings()
  const form = useForm<SettingsForm>({
    mode: 'all',
    shouldFocusError: false,
    values: settingsOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: withPlace ? resolver : withoutPlaceResolver,
  })
  const fields = useFields(form, { redFromStart: true })
  // Read here: the form only keeps track of what was asked for.
  const { isDirty, dirtyFields } = form.formState
  const placeTyped = dirtyFields.country || dirtyFields.city || dirtyFields.timezone

  const send = (body: Parameters<typeof save.mutate>[0]) => {
    const showSaved = whenSaved(form)
    save.mutate(body, {
      onSuccess: (saved) => {
        showSaved(settingsOf(saved))
        // What is still missing stays marked (spec §5).
        void form.trigger()
        // The screen's own `t` still speaks the language of before.
        setAlert(i18n.t('common:saved'), 'success')
      },
      // A coach reads the server's own words, everybody else the fixed ones.
      onError: (failure) =>
        showFailure(failure, { form, toast: { text: isCoach ? undefined : t('notSaved') } }),
    })
  }
  const sendPart = () => send({ id: user.id, ...partOf(form.getValues(), shown) })
  const sendAll = form.handleSubmit(() =>
    withPlace ? send(settingsBody(user.id, form.getValues(), shown)) : sendPart(),
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const placeMayWait = withPlace && !user.city && !placeTyped
    if (placeMayWait && isDirty && (await form.trigger([...shown]))) return sendPart()
    await sendAll(event)
  }
  return { form, fields, isDirty, isSaving: save.isPending, submit }
}
