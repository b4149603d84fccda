import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetMails } from './forgetting.ts'
import { type Mail, type Mailer, createOutboxMailer, createSmtpMailer } from './mailer.ts'

const OPTIONS = { from: 'Norte <hola@norte.example>', publicUrl: 'https://norte.example' }

const ANA = '0190b6a1-0000-7000-8000-00000000000a'
const LUZ = '0190b6a1-0000-7000-8000-00000000000b'
/** Whose mails go: Ana, by her id, her address and one that she had before, and her name. */
const WHO = { ids: [ANA], addresses: ['ana@correo.example', "d'ana@antes.example"], names: ['Ana Núñez'] }
const NOBODY = { ids: [], addresses: [], names: [] }

let folder: string
let mailer: Mailer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-forgetting-'))
  mailer = createOutboxMailer(folder, OPTIONS)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes mails to Luz, each under its name, with what differs from it. */
async function write(mails: Record<string, Partial<Mail>>): Promise<void> {
  for (const [key, more] of Object.entries(mails))
    await mailer.send({
      key,
      to: 'luz@correo.example',
      subject: 'Hola',
      text: 'Hola',
      html: '<p>Hola</p>',
      ...more,
    })
}

const left = async () => (await readdir(folder)).map((name) => name.replace(/\.eml$/, '')).toSorted()

// @spec P.339
test('mails to, from and about somebody go, those of others stay; a second time changes nothing', async () => {
  await write({
    'to': { to: 'ana@correo.example', people: [LUZ] },
    'to-earlier': { to: "d'ana@antes.example", people: [LUZ] },
    'from': { fromName: 'Ana Núñez', replyTo: 'ana@correo.example', people: [LUZ] },
    'about': { text: 'Sesión 3 con Ana', people: [...Array.from({ length: 99 }, () => LUZ), ANA] },
    'other': { people: [LUZ] },
    'other-address': { to: 'susana@correo.example', people: [LUZ] },
    'other-domain': { to: 'ana@correo.example.org', people: [] },
  })
  await mailer.forget(WHO)
  expect(await left()).toEqual(['other', 'other-address', 'other-domain'])
  await mailer.forget(WHO)
  await mailer.forget(NOBODY)
  expect(await left()).toEqual(['other', 'other-address', 'other-domain'])
})

test('a mail of an earlier release, which lists nobody, is read however it is encoded', async () => {
  const folded = `ATTENDEE;CN="Somebody with a name that is as long as it can be":mailto:ana@co\r\n rreo.example`
  await write({
    'subject': { subject: 'Ana Núñez te pide una sesión' },
    'sender': { fromName: 'Ana Núñez' },
    // Mostly outside of ASCII: in base64. The other texts are quoted-printable.
    'base64': { text: `${'ñáéíóú'.repeat(20)} Ana  Nu\u0301n\u0303ez ${'ñáéíóú'.repeat(20)}` },
    'quoted': { text: `${'Una línea larga. '.repeat(9)}Escribe a ANA@correo.example.` },
    'only-html': { html: '<p>Sesión de ana núñez</p>' },
    'link': { text: 'https://norte.example/entrar?correo%3Dana%40correo.example' },
    'id': { text: `https://norte.example/client/${ANA}` },
    'calendar': {
      calendar: { method: 'REQUEST', content: `BEGIN:VCALENDAR\r\n${folded}\r\nEND:VCALENDAR\r\n` },
    },
    'namesake': { text: 'Mariana Núñez, Ana Núñezgómez y Ana' },
    'other': { text: 'susana@correo.example' },
  })
  await mailer.forget(WHO)
  expect(await left()).toEqual(['namesake', 'other'])
})

test('what a crash left of a mail goes too; a mail that vanishes meanwhile, and files of others, are passed over', async () => {
  await write({ about: { people: [ANA] }, other: { people: [LUZ] } })
  const source = await readFile(join(folder, 'about.eml'))
  await writeFile(join(folder, 'whole.eml.0190b6a1-0000-7000-8000-0000000000aa.part'), source)
  await writeFile(
    join(folder, 'torn.eml.0190b6a1-0000-7000-8000-0000000000ab.part'),
    'To: ana@correo.example\nFr',
  )
  await writeFile(join(folder, 'empty.eml.0190b6a1-0000-7000-8000-0000000000ac.part'), '')
  await writeFile(join(folder, 'notas.txt'), 'ana@correo.example')
  // Listed, and gone when it is opened.
  await symlink(join(folder, 'nothing'), join(folder, 'gone.eml'))
  expect(await forgetMails(folder, WHO)).toBe(3)
  expect((await left()).filter((name) => !name.startsWith('empty'))).toEqual(['gone', 'notas.txt', 'other'])
  expect(await forgetMails(join(folder, 'missing'), WHO)).toBe(0)
})

test('goes on past what cannot be read, and says so at the end; folders are no mails', async () => {
  await write({ about: { people: [ANA] }, other: { people: [LUZ] }, to: { to: 'ana@correo.example' } })
  await mkdir(join(folder, 'folder.eml'))
  for (const name of ['a', 'z']) await symlink(join(folder, `${name}.eml`), join(folder, `${name}.eml`))
  await expect(forgetMails(folder, WHO)).rejects.toMatchObject({
    message: '2 mails of the outbox could not be looked through',
    errors: [{ code: 'ELOOP' }, { code: 'ELOOP' }],
  })
  expect(await left()).toEqual(['a', 'folder', 'other', 'z'])
  for (const name of ['a', 'z']) await rm(join(folder, `${name}.eml`))
  expect(await forgetMails(folder, WHO)).toBe(0)
})

test('with a mail server, what was written before there was one goes', async () => {
  await write({ about: { people: [ANA] }, other: { people: [LUZ] } })
  const smtp = createSmtpMailer('smtp://127.0.0.1:1', { ...OPTIONS, outbox: folder })
  await smtp.forget(WHO)
  expect(await left()).toEqual(['other'])
  const without = createSmtpMailer('smtp://127.0.0.1:1', OPTIONS)
  await without.forget(WHO)
  for (const each of [smtp, without]) each.close()
})

test('other work goes on between any two mails of a large outbox', async () => {
  await write({ other: { people: [LUZ] }, older: { text: 'Ana' } })
  const sources = await Promise.all(['other', 'older'].map((name) => readFile(join(folder, `${name}.eml`))))
  for (let at = 0; at < 400; at += 1) await writeFile(join(folder, `${at}.eml`), sources[at % 2]!)
  let turns = 0
  const next = () => {
    turns += 1
    turning = setImmediate(next)
  }
  let turning = setImmediate(next)
  expect(await forgetMails(folder, WHO)).toBe(0)
  clearImmediate(turning)
  expect(turns).toBeGreaterThan(400)
})
