import { describe, expect, test } from 'vitest'
import { ACCENTS, type Accent, DEFAULT_ACCENT } from '#contract/account/accents.ts'
import { CHANNELS_OF } from '#contract/account/news-preferences.ts'
import type { ActionId, DateOn } from '#contract/values.ts'
import { contrast } from '#test/support/colours.ts'
import { EVERY_MAIL, facts, practice, writeMail } from '#test/support/mails/every-mail.ts'
import type { MailTemplate } from '../effect.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import { MAIL_KINDS } from './mail-kinds.ts'

const link = 'https://norte.example/invitation/1?t=a-b_c'

/** A mail as it comes to its reader: of the practice, or Norte's own. */
const written = (template: MailTemplate, to: Recipient, accent: Accent = DEFAULT_ACCENT) =>
  writeMail(template, to, {}, link, MAIL_KINDS[template] === null ? undefined : { ...practice, accent })

/** What Word alone reads is left out. */
const forOthers = (html: string) => html.replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, '')
const bodyOf = (html: string) => {
  const others = forOthers(html)
  return others.slice(others.indexOf('<body'))
}
const tagsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}[\\s>][^>]*>?`, 'g'))].map(String)
const decoded = (html: string) =>
  html.replaceAll(/&(lt|gt|quot|amp|#39|nbsp|zwnj|#847);/g, (_, name: string) => ENTITIES[name]!)
const ENTITIES: Record<string, string> = {
  'lt': '<',
  'gt': '>',
  'quot': '"',
  'amp': '&',
  '#39': "'",
  'nbsp': ' ',
  'zwnj': '',
  '#847': '',
}

// @spec P.181
describe.each(EVERY_MAIL)('the mail %s', (template, to) => {
  const { html, text, lead, button } = written(template, to)
  const body = bodyOf(html)

  test('is laid out with tables that say nothing of themselves, each cell with its look inline', () => {
    const tables = tagsOf(body, 'table')
    expect(tables.length).toBeGreaterThanOrEqual(2)
    for (const table of tables) expect(table).toMatch(/role="presentation".*cellpadding="0" cellspacing="0"/)
    // The one hidden block is the preview.
    expect(tagsOf(body, 'div')).toHaveLength(1)
    for (const name of ['p', 'h1', 'li', 'ul', 'a', 'strong', 'td'])
      for (const tag of tagsOf(body, name)) expect(tag).toContain('style="')
    expect(body).not.toMatch(
      /position:|float:|flex|grid|white-space:pre|background:|<button|<script|<form|<svg/,
    )
  })

  test('is as wide as a phone, and 560 px in Word', () => {
    expect(body).toContain('max-width:560px')
    expect(html).toMatch(/<!--\[if mso\]><table role="presentation" width="560"/)
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(3)
    expect(html.match(/<!\[endif\]-->/g)).toHaveLength(3)
  })

  test('says first what it is about, in the list of mails too', () => {
    const [, preview] = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]*)</.exec(body)!
    expect(decoded(preview!).trim()).toBe(lead.slice(0, 140).trim())
    expect(tagsOf(body, 'h1')).toHaveLength(1)
  })

  test('has the same words as plain text', () => {
    const shown = body
      .replace(/<div style="display:none.*?<\/div>/s, '')
      // The head of a practice's mail ends the text.
      .replace(/<span class="link" aria-hidden.*?<\/span>/, '')
      .replaceAll(/<span style="white-space:nowrap;">|(?<=h)<\/span>/g, '')
      .split(/<[^>]+>|\n/)
      .map((part) => decoded(part).replaceAll(/\s+/g, ' ').trim())
      .filter((part) => part !== '' && part !== 'Norte')
    const plain = text.replaceAll(/\s+/g, ' ')
    const fallback = /(Si el botón no funciona|If the button)/
    for (const part of shown.filter((each) => !fallback.test(each)))
      for (const words of part.split(' · ')) expect(plain).toContain(words.replace(/:$/, ''))
  })

  test('has a button that needs neither a picture nor a script, and works in Word', () => {
    expect(button === undefined).toBe(!body.includes('mso-padding-alt'))
    if (!button) return
    const [cell] =
      /<td align="center" bgcolor="(\S+)" style="[^"]*mso-padding-alt:12px 20px;"><a [^>]*>/.exec(body)!
    expect(cell).toContain(`href="${button.url.replaceAll('&', '&amp;')}"`)
    // The same address again, for those who cannot press it.
    expect(decoded(body).split(`href="${button.url}"`).length).toBeGreaterThanOrEqual(3)
  })

  test('follows the dark scheme of Apple Mail and of Outlook', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('<meta name="supported-color-schemes" content="light dark">')
    const [, style] = /<\/noscript>|<style>(:root.*?)<\/style>/s.exec(html)!
    for (const name of ['text', 'note', 'link']) {
      expect(style).toMatch(new RegExp(`prefers-color-scheme:dark\\)\\{.*\\.${name}[,{]`))
      expect(style).toMatch(new RegExp(`\\[data-ogsc\\] \\.${name}[,{]`))
    }
    for (const name of ['page', 'card']) expect(style).toContain(`[data-ogsb] .${name}{background-color:`)
  })

  test('says who it is from, in which language, and how to have no more of its kind', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="es-MX" /)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
    expect(body).toContain(MAIL_KINDS[template] === null ? '>Norte</strong>' : '>Ana López</strong>')
    expect(text.includes('/unsubscribe?t=')).toBe(MAIL_KINDS[template] !== null)
  })
})

// @spec P.180
test('the matrix of each side has a switch for exactly the kinds of mails that are sent to it', () => {
  const sent = (side: 'coach' | 'client') =>
    new Set(EVERY_MAIL.flatMap(([template, to]) => (to.side === side ? [MAIL_KINDS[template]] : [])))
  const switches = (side: 'coach' | 'client') =>
    Object.entries(CHANNELS_OF[side]).flatMap(([kind, channels]) =>
      (channels as readonly string[]).includes('email') ? [kind] : [],
    )
  // The summary has a separate switch; an invitation is read before there is an account.
  const others = new Set<unknown>([null, 'daily', 'invitations'])
  for (const side of ['coach', 'client'] as const)
    expect(new Set([...sent(side)].filter((kind) => !others.has(kind)))).toEqual(new Set(switches(side)))
})

// @spec P.181
describe('a mail that Gmail inverts', () => {
  const inverted = (colour: string) =>
    `#${[1, 3, 5].map((at) => (255 - Number.parseInt(colour.slice(at, at + 2), 16)).toString(16).padStart(2, '0')).join('')}`

  test.each([['default', DEFAULT_ACCENT] as const, ...Object.entries(ACCENTS)])(
    'in the colour %s has every text on a ground of its cell, readable before and after',
    (_, accent) => {
      for (const [template, to] of EVERY_MAIL) {
        const body = bodyOf(written(template, to, accent).html)
        // A picture is not inverted, so none is behind a text: only the plate of the logo has one.
        expect(body.match(/gradient/g) ?? []).toHaveLength(MAIL_KINDS[template] === null ? 0 : 1)
        const grounds: string[] = []
        for (const [tag, close, own, colour] of body.matchAll(
          /<(\/)?(?:table|td|a|p|h1|span|strong|ul|li|tr|body|br|img|div)\b(?:[^>]*?background-color:(#\w{6}))?(?:[^>]*?[";]color:(#\w{6}))?[^>]*>/g,
        )) {
          if (/^<(br|img)/.test(tag)) continue
          if (close) grounds.pop()
          else grounds.push(own ?? grounds.at(-1) ?? '#ffffff')
          if (!colour) continue
          const ground = grounds.at(-1)!
          expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(inverted(colour), inverted(ground))).toBeGreaterThanOrEqual(3)
        }
      }
    },
  )
})

// @spec P.181
test('the longest mails are below what Gmail cuts off', () => {
  const session = facts.session!
  const series = {
    together: Array.from({ length: 104 }, () => ({ ...session.current, ...session })) as never,
  }
  const action = {
    id: 'a' as ActionId,
    clientId: facts.client!.clientId,
    text: 'á'.repeat(200),
    goalId: null,
  }
  const actions = Array.from({ length: 30 }, () => ({ ...action, dueOn: '2027-02-03' as DateOn }))
  const minutes = { summary: '<&"> '.repeat(1_000), actions, goals: [] }
  const far = { ...facts.client!, timezone: 'Europe/Madrid', clientId: facts.client!.clientId }
  for (const mail of [
    writeMail('sessionMoved', far, { ...series, client: far }, link, practice),
    writeMail('sessionSummary', far, { minutes, client: far }, link, practice),
  ]) {
    // Quoted-printable makes three bytes of each that is not ASCII.
    const sent = [...Buffer.from(mail.html)].reduce(
      (sum, byte) => sum + (byte > 126 || byte === 61 ? 3 : 1),
      0,
    )
    expect(sent * 1.03).toBeLessThan(102 * 1024)
  }
})
