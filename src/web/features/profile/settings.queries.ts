import { useMutation } from '@tanstack/react-query'
import type { SettingsBody, SettingsPart } from '#contract/account/settings.ts'
import { call } from '#web/api/call.ts'
import { changeTexts } from '#web/api/texts/i18n.ts'
import { setUser } from '#web/store/store.ts'

/** Saves settings; the user of the answer replaces the session user (spec §4). */
export function useSaveSettings() {
  return useMutation({
    mutationFn: ({ id: userId, ...body }: SettingsBody | (SettingsPart & Pick<SettingsBody, 'id'>)) =>
      isWhole(body)
        ? call('PUT /v1/user/:userId', { params: { userId }, body: { id: userId, ...body } })
        : call('PUT /v1/user/:userId/preferences', { params: { userId }, body }),
    onSuccess: async (user) => {
      // What is said about the saving is said in the language that was chosen.
      await changeTexts(user.language)
      setUser(user)
    },
  })
}

/** The payload of spec §3, rather than a part of it. */
function isWhole(body: SettingsPart): body is Omit<SettingsBody, 'id'> {
  return body.country !== undefined && body.city !== undefined && body.timezone !== undefined
}
