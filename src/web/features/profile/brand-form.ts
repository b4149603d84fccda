import { z } from 'zod'
import type { SessionUser } from '#contract/account/auth.ts'
import { CustomizationBody } from '#contract/account/customization.ts'

/** A practice's appearance, as in the form. `colorUI` is empty for the default gradient. */
export type BrandForm = { companyName: string; colorUI: string; logo: File | null; removeLogo: boolean }

export const BrandFormSchema = z.object({
  companyName: CustomizationBody.shape.companyName,
  colorUI: CustomizationBody.shape.colorUI,
})

export function brandOf({ companyName, colorUI }: Pick<SessionUser, 'companyName' | 'colorUI'>): BrandForm {
  return { companyName: companyName ?? '', colorUI: colorUI ?? '', logo: null, removeLogo: false }
}

/** The themes of spec §3 in its order, the default gradient first; `id` is what `colorUI` holds. */
export const THEMES = [
  { id: '', title: 'blue' },
  { id: '3E1293', title: 'purple' },
  { id: '0B4A37', title: 'green' },
  { id: '083F4F', title: 'aqua' },
  { id: '7A0F4A', title: 'pink' },
  { id: '7A2E06', title: 'orange' },
  { id: '1F2530', title: 'gray' },
] as const
