import type { ColorThemeId } from './customization.ts'

/** The colours of one accent: `deep` and `primary` carry white text, `secondary` is for graphics and dark scheme text. */
export type Accent = { readonly deep: string; readonly primary: string; readonly secondary: string }

/** Without a choice: the blue gradient of spec §1. */
export const DEFAULT_ACCENT: Accent = { deep: '#0B2E6F', primary: '#2563EB', secondary: '#5B8DEF' }

/** The six themes of spec §3 by their id, the deep colour without its hash; Morado's values are fixed there. */
export const ACCENTS: Readonly<Record<ColorThemeId, Accent>> = {
  '3E1293': { deep: '#3E1293', primary: '#5A56BF', secondary: '#7D7AD1' },
  '0B4A37': { deep: '#0B4A37', primary: '#1A7A57', secondary: '#3A9A76' },
  '083F4F': { deep: '#083F4F', primary: '#0C7489', secondary: '#2A95AA' },
  '7A0F4A': { deep: '#7A0F4A', primary: '#BE2F76', secondary: '#D65A9A' },
  '7A2E06': { deep: '#7A2E06', primary: '#BB4A08', secondary: '#DB7228' },
  '1F2530': { deep: '#1F2530', primary: '#566074', secondary: '#7F8A9E' },
}

/** The accent of a `colorUI`; an unknown id gives the default accent. */
export function accentOf(colorUI: string | null | undefined): Accent {
  return (colorUI && (ACCENTS as Readonly<Record<string, Accent>>)[colorUI]) || DEFAULT_ACCENT
}
