import { z } from 'zod'
import { type Profile, ProfileBody } from '#contract/account/profiles.ts'

const { name, lastName, jobOcuppation, birthday } = ProfileBody.shape

/** Name, occupation and birthday (product §18), as in the form; an empty text means no value. */
export type InfoForm = { name: string; lastName: string; jobOcuppation: string; birthday: string }

/** Validated against the person's current date. */
export const infoSchema = (today: string) =>
  z.object({
    name: name.unwrap(),
    lastName: lastName.unwrap(),
    jobOcuppation,
    birthday: birthday
      .unwrap()
      .unwrap()
      .refine((date) => String(date) <= today, 'date_future')
      .optional(),
  })

export function infoOf(profile: Profile): InfoForm {
  return {
    name: profile.name,
    lastName: profile.lastName,
    jobOcuppation: profile.jobOcuppation ?? '',
    birthday: profile.birthday ?? '',
  }
}

/** The change for the API. */
export function infoBody({ birthday: day, ...texts }: InfoForm): z.input<typeof ProfileBody> {
  return { ...texts, birthday: day === '' ? null : day }
}
