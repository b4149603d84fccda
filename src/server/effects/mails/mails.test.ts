import { describe, expect, test } from 'vitest'
import { ACCENTS, DEFAULT_ACCENT } from '#contract/account/accents.ts'
import type { ClientId } from '#contract/values.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import { contrast } from '#test/support/colours.ts'
import {
  EVERY_MAIL,
  MUTE,
  NOW,
  SESSION,
  facts,
  links,
  practice,
  texts,
  weight,
  writeMail,
} from '#test/support/mails/every-mail.ts'
import { fromIso } from '#time/clock.ts'
import mails from '../../../../public/locales/es-MX/mails.json' with { type: 'json' }
import { contentOf } from './contents.ts'
import { sessionTimes } from './session-times.ts'

describe('every mail', () => {
  test.each(EVERY_MAIL)('%s has its words and names the other side', (template, to) => {
    const { subject, text, html } = writeMail(template, to)
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null/)
    const other = { coach: 'Mariana Torres', client: 'Ana López', person: 'Hola, Ana' }[to.side]
    // A code and a payment are about nobody else, and a coach's day is about many.
    const isOwn =
      template === 'verification' ||
      template.startsWith('payment') ||
      (template === 'dailySummary' && to.side === 'coach')
    if (!isOwn) expect(text).toContain(other)
  })

  test.each(EVERY_MAIL)('%s is as complete in English', (template, to) => {
    const { subject, text, html } = writeMail(template, { ...to, language: 'en-US' })
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|null/)
    expect(text).toMatch(/^Hi (Ana|Mariana),\n/)
    expect(text).toContain('Norte · Your coaching space')
    expect(subject).not.toBe(writeMail(template, to).subject)
    expect(html).toContain('<html lang="en-US" ')
  })

  test('has all its texts, and no unused ones', () => {
    const sides = Object.entries(mails).flatMap(([template, words]) =>
      typeof words === 'object' && template !== 'times'
        ? Object.keys(words)
            .filter((side) => side === 'coach' || side === 'client' || side === 'person')
            .map((side) => `${template}.${side}`)
        : [],
    )
    expect(sides.toSorted()).toEqual(EVERY_MAIL.map(([template, to]) => `${template}.${to.side}`).toSorted())
  })
})

test('a request leads to its answer, everything else to the session', () => {
  expect(writeMail('sessionRequested', facts.coach).text).toContain(
    `https://norte.example/session/confirm/${SESSION}`,
  )
  expect(writeMail('sessionConfirmed', facts.client!).text).toContain(
    `https://norte.example/session/view/${SESSION}`,
  )
})

test('the code and the link are in both parts, and no other six digits', () => {
  const code = writeMail('verification', facts.coach, {}, '042917')
  for (const part of [code.text, code.html]) expect(part.match(/\b\d{6}\b/g)).toEqual(['042917'])
  const link = 'https://norte.example/invitation/1?t=a-b_c'
  const invitation = writeMail('invitation', facts.client!, {}, link)
  expect(invitation.text).toContain(link)
  expect(invitation.html).toContain(`href="${link}"`)
})

test('an invitation names the group it leads into, or the practice', () => {
  const link = 'https://norte.example/invitation/1?t=a-b_c'
  const into = writeMail('invitation', facts.client!, {}, link)
  expect(into.subject).toBe('Ana López te invita a Liderazgo')
  expect(into.text).toContain('al grupo Liderazgo')
  const own = writeMail('invitation', facts.client!, { group: undefined }, link)
  expect(own.subject).toBe('Ana López te invita a tu espacio de coaching')
  expect(own.text).not.toContain('Liderazgo')
})

test('a mail about a group that is gone is not written', () => {
  const gone = { ...facts, group: undefined }
  expect(
    contentOf(texts, links, {
      template: 'groupJoined',
      to: facts.client!,
      facts: gone,
      secret: undefined,
      muteUrl: MUTE,
      now: NOW,
    }),
  ).toBeUndefined()
})

test('a reason, a place and a link are told', () => {
  const session = {
    ...facts.session!,
    reason: 'Se me juntó el trabajo',
    place: 'Café Luna',
    meetingUrl: 'https://meet.example/abc',
  }
  const { text, html } = writeMail('sessionRequested', facts.coach, { session })
  for (const part of ['Se me juntó el trabajo', 'Café Luna', 'https://meet.example/abc']) {
    expect(text).toContain(part)
  }
  expect(html).toContain('<a href="https://meet.example/abc"')
})

test('a link to the session is in no mail once there is nothing to come to any more', () => {
  const meetingUrl = 'https://meet.example/abc'
  const current = { ...facts.session!, meetingUrl }
  const over = { startsAt: fromIso('2027-02-01T16:00:00Z'), endsAt: fromIso('2027-02-01T17:00:00Z') }
  const calledOff = { ...current, status: 'cancelledByCoach' as const }
  for (const [template, to] of EVERY_MAIL) {
    for (const session of [
      { ...current, ...over },
      { ...current, ...over, status: 'completed' as const },
    ]) {
      expect(writeMail(template, to, { session }).text).not.toMatch(
        /meet\.example|calendar\.google|outlook\.live/,
      )
    }
    expect(writeMail(template, to, { session: calledOff }).text).not.toMatch(/meet\.example|calendar\.google/)
  }
  const together = [calledOff, calledOff] as unknown as Facts['together']
  expect(writeMail('sessionCancelled', facts.client!, { session: calledOff, together }).text).not.toContain(
    'meet.example',
  )
})

test('only a mail that puts a session into a calendar offers to add it there', () => {
  const adding = EVERY_MAIL.filter(([template, to]) =>
    writeMail(template, to).text.includes('calendar.google'),
  )
  expect([...new Set(adding.map(([template]) => template))]).toEqual(['sessionBooked', 'sessionConfirmed'])
  expect(writeMail('sessionMoved', facts.client!).text).toContain('pone al día la sesión que ya tienes')
})

test('a late cancellation is marked for both, one in time for nobody', () => {
  const late = { session: { ...facts.session!, late: true } }
  expect(writeMail('sessionCancelled', facts.coach, late).text).toContain('Aviso: Cancelación tardía')
  expect(writeMail('sessionWithdrawn', facts.client!, late).text).toContain('Aviso: Cancelación tardía')
  expect(writeMail('sessionCancelled', facts.coach).text).not.toContain('tardía')
})

test('where nothing came of a request, the client goes on to another time', () => {
  for (const template of ['sessionRejected', 'sessionExpired'] as const) {
    expect(writeMail(template, facts.client!).text).toContain(
      'Elegir otro horario:\nhttps://norte.example/session/new\n',
    )
  }
  expect(writeMail('sessionExpired', facts.coach).text).toContain(`/session/view/${SESSION}`)
})

test('a code is in the subject', () => {
  for (const [template, to] of [
    ['verification', facts.coach],
    ['invitationCode', facts.client!],
    ['emailChange', facts.person!],
  ] as const) {
    expect(writeMail(template, to, {}, '893084').subject).toBe('Tu código: 893084')
  }
})

test('a summary without a word, an action and a goal is not mailed', () => {
  const matter = {
    template: 'sessionSummary',
    to: facts.client!,
    secret: undefined,
    muteUrl: MUTE,
    now: NOW,
  } as const
  const of = (minutes: Facts['minutes']) =>
    contentOf(texts, links, { ...matter, facts: { ...facts, minutes } })
  const action = { clientId: facts.client!.clientId, text: 'Practicar', dueOn: null, goalId: weight.id }
  const strange = { ...action, clientId: SESSION as string as ClientId }
  const nothing = { summary: '', actions: [], goals: [] }
  const linked = { ...weight, before: null, checkIns: [] }
  expect(of(nothing)).toBeUndefined()
  expect(of({ ...nothing, actions: [strange] })).toBeUndefined()
  // To a goal that nobody noted leads somebody else's action alone: it is not in the reader's record.
  expect(of({ ...nothing, actions: [strange], goals: [linked] })).toBeUndefined()
  const listed = (minutes: Facts['minutes']) => of(minutes)?.lists?.map(({ items }) => items)
  expect(listed({ ...nothing, actions: [action] })).toEqual([['Practicar']])
  expect(listed({ ...nothing, actions: [action], goals: [linked] })).toEqual([
    ['Practicar'],
    ['Bajar a 80 kilos: 50%'],
  ])
  expect(listed({ ...nothing, goals: [weight] })).toHaveLength(1)
})

test('a summary has the goals of its session after the actions, in the words of the PDF', () => {
  const clientId = facts.client!.clientId
  const actions = [{ clientId, text: 'Practicar', dueOn: null, goalId: null }]
  const minutes = { summary: 'Hablamos del peso.', actions, goals: [weight] }
  const { html, text } = writeMail('sessionSummary', facts.client!, { minutes })
  expect(text).toContain(`Resumen:
Hablamos del peso.

Tus acciones:
- Practicar

Metas:
- Bajar a 80 kilos: de 20% a 50%
  Hito logrado: Comprar <zapatos>
  Camina a diario
`)
  expect(html).toMatch(
    />Metas<\/p><ul[^>]*><li style="[^"]*">Bajar a 80 kilos: de 20% a 50%<br>Hito logrado: Comprar &lt;zapatos&gt;<br>Camina a diario<\/li><\/ul>/,
  )
  expect(html.indexOf('>Metas<')).toBeGreaterThan(html.indexOf('>Tus acciones<'))
  const english = writeMail('sessionSummary', { ...facts.client!, language: 'en-US' }, { minutes }).text
  expect(english).toContain(`Goals:
- Bajar a 80 kilos: from 20% to 50%
  Milestone reached: Comprar <zapatos>
  Camina a diario
`)
})

test('the summary has its name above it, and what is left to know before the address for a dead button', () => {
  const { html, text } = writeMail('sessionSummary', facts.client!)
  expect(html).toMatch(/>Resumen<\/p>\s*<p[^>]*>Hablamos de las prioridades\./)
  expect(text).toContain('Resumen:\nHablamos de las prioridades.')
  const booked = writeMail('sessionBooked', facts.client!).html
  const places = ['Ver la sesión', 'Agregar a tu calendario', 'archivo adjunto', 'Si el botón no funciona']
  const found = places.map((words) => booked.indexOf(words))
  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((one, other) => one - other))
})

test('nothing in a mail is of a fixed width, or breaks within words that fit', () => {
  for (const [template, to] of EVERY_MAIL) {
    const { html } = writeMail(template, to, {}, undefined, practice)
    // Only the logo and the space beside it, which fit a phone; what Word alone reads does not count.
    const shown = html.replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, '')
    const widths = [...shown.matchAll(/[ ;"]width[:=]\s*"?(\d+)(?!\d|%)/g)].map(([, width]) => Number(width))
    expect(widths).toEqual([160, 14])
    expect(html).not.toContain('break-all')
    // Only a time from one hour to another, which fits a phone.
    for (const [, whole] of html.matchAll(/nowrap[^>]*>([^<]*)/g)) expect(whole).toMatch(/^[\d:–]+\u00a0h$/)
    expect(html).toContain('overflow-wrap:anywhere')
  }
})

test('no line ends within a time from one hour to another', () => {
  const { html, text } = writeMail('sessionMoved', { ...facts.client!, timezone: 'Europe/Madrid' })
  const whole = '<span style="white-space:nowrap;">17:00–18:00\u00a0h</span>'
  expect(html).toContain(`miércoles 3 de febrero, ${whole} para ti`)
  expect(text).toContain('miércoles 3 de febrero, 17:00–18:00\u00a0h para ti')
})

describe('a mail of a practice', () => {
  test('has the logo, the names and the colour of the coach, and the names as text too', () => {
    const accent = ACCENTS['7A0F4A']
    const { html, text } = writeMail('sessionBooked', facts.client!, {}, undefined, { ...practice, accent })
    expect(html).toContain('src="cid:logo@norte" alt="" width="160" height="48"')
    expect(html).toMatch(/<strong[^>]*>Ana López<\/strong><br><span[^>]*>Cumbre Coaching<\/span>/)
    for (const colour of [accent.deep, accent.primary, accent.secondary]) expect(html).toContain(colour)
    for (const colour of Object.values(DEFAULT_ACCENT)) expect(html).not.toContain(colour)
    expect(text).toContain('\n\nAna López\nCumbre Coaching\n\nNorte · Tu espacio de coaching\n')
  })

  test.each([['default', DEFAULT_ACCENT] as const, ...Object.entries(ACCENTS)])(
    'reads well in the colour %s, in both schemes (WCAG 2.2 AA)',
    (_, accent) => {
      const { html } = writeMail('sessionBooked', facts.client!, {}, undefined, { ...practice, accent })
      const [, ground] = /class="head" align="left" bgcolor="(\S+)"/.exec(html)!
      expect(contrast('#ffffff', ground!)).toBeGreaterThanOrEqual(4.5)
      const [, button] = /background-color:(\S+);color:#ffffff;font-size:15px/.exec(html)!
      expect(contrast('#ffffff', button!)).toBeGreaterThanOrEqual(4.5)
      const [, link] = /class="link" style="color:(\S+);"/.exec(html)!
      expect(contrast(link!, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      const [, inDark] = /\.code,\.link\{color:(\S+?)!important\}/.exec(html)!
      expect(contrast(inDark!, '#191c24')).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('asks no server for anything it shows', () => {
    for (const [template, to] of EVERY_MAIL) {
      const { html } = writeMail(template, to, {}, undefined, practice)
      expect(html.match(/<img|url\(|<link|@import|background="|src="(?!cid:)/g)).toEqual(['<img'])
    }
  })

  test('has no empty places where there is no logo and no company', () => {
    const bare = { ...practice, company: null, logo: null }
    const { html, text } = writeMail('sessionBooked', facts.client!, {}, undefined, bare)
    expect(html).not.toMatch(/<img|<\/strong><br>/)
    expect(text).toContain('\n\nAna López\n\nNorte ·')
  })

  test('shows names as they were typed', () => {
    const typed = { ...practice, coach: 'Ana <b>', company: '"Cumbre" & Co' }
    const { html } = writeMail('sessionBooked', facts.client!, {}, undefined, typed)
    expect(html).toContain('Ana &lt;b&gt;</strong>')
    expect(html).toContain('&quot;Cumbre&quot; &amp; Co</span>')
  })
})

test('a mail of Norte itself has its mark and name at its head, and no picture', () => {
  const { html } = writeMail('verification', facts.coach, {}, '483920')
  expect(html).toMatch(/<td class="head".*>N<\/span\s?><strong[^>]*>Norte<\/strong>/)
  expect(html.indexOf('>Norte</strong>')).toBeLessThan(html.indexOf('483920'))
  expect(html).not.toContain('<img')
  expect(writeMail('sessionBooked', facts.client!, {}, undefined, practice).html).not.toContain(
    '>Norte</strong>',
  )
})

test('what people typed is shown as it is, never read as markup or as a template', () => {
  const typed = `<img src=x onerror="alert('1')"> & {{coach}} $t(mails:signature)`
  const session = { ...facts.session!, title: typed, reason: `https://a.example/"><script>` }
  const { text, html } = writeMail('sessionRejected', { ...facts.client!, name: typed }, { session })
  expect(text.split(typed)).toHaveLength(3)
  expect(html).not.toMatch(/<img|<script|onerror="/)
  const shown = html.replace(
    /&(lt|gt|quot|amp|#39);/g,
    (_, name: string) => ({ 'lt': '<', 'gt': '>', 'quot': '"', 'amp': '&', '#39': "'" })[name]!,
  )
  expect(shown.split(typed)).toHaveLength(3)
})

test('a mail about a session that is gone is not written', () => {
  const gone = { ...facts, session: undefined }
  expect(
    contentOf(texts, links, {
      template: 'sessionBooked',
      to: facts.client!,
      facts: gone,
      secret: undefined,
      muteUrl: MUTE,
      now: NOW,
    }),
  ).toBeUndefined()
})

describe('the time of a session', () => {
  const times = (
    reader: string,
    other: string,
    startsAt = '2027-07-05T16:00:00Z',
    endsAt = '2027-07-05T17:00:00Z',
  ) =>
    sessionTimes(
      { startsAt: fromIso(startsAt), endsAt: fromIso(endsAt) },
      'es-MX',
      { timezone: reader, say: (time) => `${time} (yo)` },
      { timezone: other, say: (time) => `${time} (tú)` },
    )

  test('is told once where both clocks show the same', () => {
    expect(times('America/Mexico_City', 'America/Monterrey')).toBe('lunes 5 de julio, 10:00–11:00\u00a0h')
  })

  test('is told in both zones where they differ, for the reader first', () => {
    expect(times('America/Mexico_City', 'America/Tijuana')).toBe(
      'lunes 5 de julio, 10:00–11:00\u00a0h (yo) · 9:00–10:00\u00a0h (tú)',
    )
  })

  test('uses the offset of that day: Tijuana keeps daylight time, the rest of Mexico does not', () => {
    const winter = ['2027-01-04T16:00:00Z', '2027-01-04T17:00:00Z'] as const
    expect(times('America/Hermosillo', 'America/Tijuana')).toBe('lunes 5 de julio, 9:00–10:00\u00a0h')
    expect(times('America/Hermosillo', 'America/Tijuana', ...winter)).toBe(
      'lunes 4 de enero, 9:00–10:00\u00a0h (yo) · 8:00–9:00\u00a0h (tú)',
    )
  })

  test('names the other day too', () => {
    expect(times('Pacific/Auckland', 'America/Mexico_City')).toBe(
      'martes 6 de julio, 4:00–5:00\u00a0h (yo) · lunes 5 de julio, 10:00–11:00\u00a0h (tú)',
    )
  })
})

// @spec P.63
test('every mail but those of an account and its payment can be silenced by a link in it', () => {
  const always = EVERY_MAIL.filter(([template, to]) => !writeMail(template, to).text.includes(MUTE))
  expect([...new Set(always.map(([template]) => template))].toSorted()).toEqual([
    'accountKept',
    'clientLeaving',
    'clientStaying',
    'coachLeaving',
    'coachStaying',
    'deletionAsked',
    'deletionNear',
    'emailChange',
    'emailChanged',
    'exportReady',
    'googleLinked',
    'googleUnlinked',
    'invitationCode',
    'passwordChanged',
    'paymentEnding',
    'paymentFailed',
    'recovery',
    'verification',
  ])
})
