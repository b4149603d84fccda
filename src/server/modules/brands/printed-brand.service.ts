import { buffer } from 'node:stream/consumers'
import { type Accent, accentOf } from '#contract/account/accents.ts'
import type { FileId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Scope } from '../../policy/scope.ts'
import { findBrand } from './brands.repository.ts'

type Picture = Awaited<ReturnType<Deps['images']['onWhite']>>

/** How a practice looks on what leaves the product: mails and documents. */
export type PrintedBrand = {
  /** The coach's full name. */
  coach: string
  company: string | null
  accent: Accent
  logo: Picture | null
}

/** The largest size at which a logo is printed, in points of a page or pixels of a mail. */
const LOGO_BOX = { width: 160, height: 48 }

/** Three pixels for each point: sharp on paper and on the screens of phones. */
const DENSITY = 3

/**
 * The brand of a practice; undefined when the practice is gone. A logo that cannot be read is left out: the mail or the
 * document is worth more than its logo.
 */
export async function printedBrand(deps: Deps, scope: Scope): Promise<PrintedBrand | undefined> {
  const row = await findBrand(deps.db, scope)
  if (!row) return undefined
  return {
    coach: `${row.name} ${row.lastName}`,
    company: row.companyName,
    accent: accentOf(row.colorUI),
    logo: row.logoId && (await logoOf(deps, scope.coachId, row.logoId)),
  }
}

async function logoOf(deps: Deps, owner: string, id: FileId): Promise<Picture | null> {
  try {
    const file = await deps.files.get(id)
    if (!file) return null
    const box = { width: LOGO_BOX.width * DENSITY, height: LOGO_BOX.height * DENSITY }
    return await deps.images.onWhite(owner, await buffer(file), box)
  } catch (error) {
    deps.log.warn({ err: error, id }, 'logo not printed')
    return null
  }
}

/** The size at which a logo is shown, in points or pixels. */
export function printedSize({ width, height }: Picture): { width: number; height: number } {
  // One that was uploaded small is not blown up, but not shown at a third of its size either.
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height, 1)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
