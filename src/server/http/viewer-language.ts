import type { FastifyRequest } from 'fastify'
import { Language } from '#contract/account/auth.ts'
import { DEFAULT_LANGUAGE } from '#contract/fixed-names.ts'

/**
 * The language an answer is read in: the account's, once somebody is signed in; before that the one the visitor
 * chose on the page, which the web says in `X-Language`; else es-MX (product §2). `Accept-Language` does not count:
 * every browser sends one without anybody having chosen it (ADR 9).
 */
export function viewerLanguage({ actor, headers }: Pick<FastifyRequest, 'actor' | 'headers'>): Language {
  const wanted = actor ? actor.language : headers['x-language']
  return Language.safeParse(wanted).data ?? DEFAULT_LANGUAGE
}
