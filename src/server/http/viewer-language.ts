import type { FastifyRequest } from 'fastify'
import { Language } from '#contract/account/auth.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'

/**
 * The language of a response: the account's, if signed in; else the one the visitor chose on the page, which the web
 * sends in `X-Language`; else es-MX (product §2). `Accept-Language` does not count: every browser sends one without
 * anybody having chosen it (ADR 9).
 */
export function viewerLanguage({ actor, headers }: Pick<FastifyRequest, 'actor' | 'headers'>): Language {
  const wanted = actor ? actor.language : headers['x-language']
  return Language.safeParse(wanted).data ?? DEFAULT_LANGUAGE
}
