import type { Deps } from '../../deps.ts'
import type { Mail } from '../../platform/mails/mailer.ts'
import { printedBrand, printedSize } from '../../modules/brands/printed-brand.service.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Practice } from './mail-content.ts'
import { LOGO_CID } from './mail-blocks.ts'
import { MAIL_KINDS } from './mail-kinds.ts'

/**
 * The look of the practice that a mail comes from, and the logo it carries. Codes and what concerns an account come
 * from Norte, in Norte's own look.
 */
export async function brandOf(
  deps: Deps,
  template: MailTemplate,
  { coach }: Pick<Facts, 'coach'>,
): Promise<{ practice?: Practice; logo?: Mail['logo'] }> {
  if (MAIL_KINDS[template] === null) return {}
  const brand = await printedBrand(deps, scopeOfPractice(coach.userId))
  if (!brand) return {}
  const { logo, ...look } = brand
  if (!logo) return { practice: { ...look, logo: null } }
  return { practice: { ...look, logo: printedSize(logo) }, logo: { cid: LOGO_CID, png: logo.png } }
}
