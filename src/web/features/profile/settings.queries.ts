import { useMutation } from '@tanstack/react-query'
import type { SettingsBody } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { changeTexts } from '#web/api/i18n.ts'
import { refresh } from '#web/api/query.ts'
import { setUser } from '#web/app/store/store.ts'

/** Saves settings; the user of the answer replaces the session user (spec §4). */
export function useSaveSettings() {
  return useMutation({
    mutationFn: (body: SettingsBody) => call('PUT /v1/user/:userId', { params: { userId: body.id }, body }),
    onSuccess: async (user) => {
      // What is said about the saving is said in the language that was chosen.
      await changeTexts(user.language)
      setUser(user)
      // Every time on screen is in the zone of the settings.
      void refresh('session', 'calendar', 'dashboard')
    },
  })
}
