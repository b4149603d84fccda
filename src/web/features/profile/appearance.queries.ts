import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { setUser } from '#web/store/store.ts'
import type { BrandForm } from './brand-form.ts'

/** Sets the photo of the signed-in person; none takes it away. The answer's user replaces the session user. */
export function useSetPhoto(userId: string) {
  return useMutation({
    mutationFn: (photo: File | null) => {
      const params = { userId }
      if (!photo) return call('DELETE /v1/user/:userId/photo', { params })
      const form = new FormData()
      form.set('photo', photo)
      return call('POST /v1/user/:userId/photo', { params, form })
    },
    onSuccess: setUser,
  })
}

/** Saves company name, colour and, when there is a new one, the logo. */
export function useCustomize(coachId: string) {
  return useMutation({
    mutationFn: ({ companyName, colorUI, logo, removeLogo }: BrandForm) => {
      const form = new FormData()
      form.set('companyName', companyName)
      form.set('colorUI', colorUI)
      if (logo) form.set('logo', logo)
      else if (removeLogo) form.set('removeLogo', 'true')
      return call('POST /v1/coach/custom/:coachId', { params: { coachId }, form })
    },
    onSuccess: setUser,
  })
}
