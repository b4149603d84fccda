import { z } from 'zod'
import { SessionUser } from './auth.ts'
import { endpoint } from '../endpoint.ts'
import { UserId, line } from '../values.ts'

/** The six colour themes by id, which is the dark colour without its hash (spec §3; the other values: design.md). */
export const ColorThemeId = z.enum(['3E1293', '0B4A37', '083F4F', '7A0F4A', '7A2E06', '1F2530'])
export type ColorThemeId = z.infer<typeof ColorThemeId>

/** Given fields are changed, the others are kept; null or an empty text clears a value (form fields cannot be null). */
export const CustomizationBody = z.strictObject({
  companyName: line(0, 80).nullable().optional(),
  colorUI: z
    .enum([...ColorThemeId.options, ''])
    .nullable()
    .optional(),
  removeLogo: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).optional(),
})
export type CustomizationBody = z.infer<typeof CustomizationBody>

/** The name of the file field in the form of `postCustomization`. */
export const LOGO_FIELD = 'logo'

export const postCustomization = endpoint({
  method: 'POST',
  path: '/v1/coach/custom/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'How the practice looks: company name, colour and logo (spec §7); answers the updated session user',
  params: z.strictObject({ coachId: UserId }),
  body: CustomizationBody,
  upload: LOGO_FIELD,
  response: SessionUser,
  errors: ['coach.not_found', 'upload.too_large'],
})
