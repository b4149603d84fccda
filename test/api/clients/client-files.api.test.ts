import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/client-files.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ImportId } from '#contract/values.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { startPurging } from '#server/effects/purge.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import { freedAfterTwoInvitations } from '#test/support/invitations.ts'
import { type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach

beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
})

const HEAD = 'Nombre,Apellidos,Correo'
type Answer = { status: number; preview: ImportPreview; refusal: ErrorBody }

const asFile = (bytes: Buffer, file = 'clientes.csv', type = 'text/csv'): FormPart => ({
  field: 'file',
  file,
  type,
  bytes,
})

async function preview(content: string | Buffer, of = coach): Promise<Answer> {
  return send([asFile(Buffer.from(content))], of)
}

async function send(parts: FormPart[], of = coach): Promise<Answer> {
  const url = '/v1/client/import'
  const { status, body } = await app.send({ method: 'POST', url, token: of.token, ...formOf(...parts) })
  return { status, preview: body as ImportPreview, refusal: body as ErrorBody }
}

/** A file of so many people, and its import. */
async function previewOf(count: number, of = coach): Promise<{ importId: ImportId; emails: string[] }> {
  const emails = Array.from({ length: count }, () => newEmail('importada'))
  const { preview: read } = await preview(
    [HEAD, ...emails.map((email) => `Luz,Vega,${email}`)].join('\n'),
    of,
  )
  return { importId: read.importId, emails }
}

const confirm = (importId: ImportId, invite = false, of = coach) =>
  app.call('PUT /v1/client/import', { body: { importId, invite } }, of.token)

async function clientsOf(of = coach) {
  return app.deps.db
    .selectFrom('clients')
    .where('coach_id', '=', of.userId)
    .selectAll()
    .orderBy('email')
    .execute()
}

describe('reading a file', () => {
  test('shows what would be written, and writes nobody', async () => {
    const { status, preview: read } = await preview(
      Buffer.from(
        'Nombre;Apellidos;Correo;Talla\nÍñigo;Núñez;inigo@x.mx;M\n\nMaría José;Peña;mj@x.mx;S\n',
        'latin1',
      ),
    )
    expect(status).toBe(200)
    expect(read).toEqual({
      importId: expect.any(String),
      total: 2,
      valid: 2,
      problems: [],
      columns: ['name', 'lastName', 'email'],
      ignoredColumns: ['Talla'],
      sample: [
        { line: 2, name: 'Íñigo', lastName: 'Núñez', email: 'inigo@x.mx' },
        { line: 4, name: 'María José', lastName: 'Peña', email: 'mj@x.mx' },
      ],
    })
    expect(await clientsOf()).toEqual([])
  })

  // @spec P.65
  test('names every bad row by line, column, value and reason in the language of the reader', async () => {
    const client = await newClient(app, coach)
    const file = [
      `${HEAD},Inicio`,
      `Luz,Vega,luz@x.mx,mañana`,
      `Eva,,eva@x.mx,`,
      `Sol,Ríos,sol`,
      `Mar,Ríos,${client.email},`,
      `Ana,López,${coach.email.toUpperCase()},`,
      `Paz,Ríos,paz@x.mx,`,
      `Paz,Ríos,paz@x.mx,`,
      `Paz,Ríos,paz2@x.mx,,algo`,
    ].join('\n')
    const { preview: spanish } = await preview(file)
    expect([spanish.total, spanish.valid]).toEqual([8, 1])
    expect(spanish.problems).toEqual([
      {
        line: 2,
        column: 'startDate',
        value: 'mañana',
        reason: 'Escribe la fecha como 2027-02-24 o 24/02/2027.',
      },
      { line: 3, column: 'lastName', value: '', reason: 'Campo requerido' },
      { line: 4, column: 'email', value: 'sol', reason: 'Correo no válido' },
      { line: 5, column: 'email', value: client.email, reason: 'Ya tienes un cliente con este correo.' },
      { line: 6, column: 'email', value: coach.email, reason: 'Este es tu propio correo.' },
      { line: 8, column: 'email', value: 'paz@x.mx', reason: 'Este correo ya está en la línea 7.' },
      {
        line: 9,
        column: null,
        value: 'algo',
        reason: 'Esta línea tiene más columnas que el encabezado. Revisa si falta una comilla.',
      },
    ])
    await app.deps.db.updateTable('users').set({ language: 'en-US' }).where('id', '=', coach.userId).execute()
    const { preview: english } = await preview(file)
    expect(english.problems[1]).toMatchObject({ line: 3, reason: 'Required field' })
    expect(english.problems.map(({ line }) => line)).toEqual(spanish.problems.map(({ line }) => line))
  })

  test('refuses what is no list, and says what is missing', async () => {
    const refusedFor = async (content: string | Buffer) => {
      const { status, refusal } = await preview(content)
      expect(status).toBe(422)
      return refusal
    }
    for (const content of [await picture(), Buffer.from('PK\u0003\u0004x'), Buffer.from('a\u0000b')]) {
      expect((await refusedFor(content)).code).toBe('import.not_csv')
    }
    expect((await refusedFor(`${HEAD}\n`)).code).toBe('import.no_rows')
    expect(await refusedFor('Nombre,Ciudad\nLuz,León')).toMatchObject({
      code: 'import.columns_missing',
      fields: { lastName: 'Falta esta columna.', email: 'Falta esta columna.' },
    })
  })

  test('refuses 100,000 rows with the limit named, and more than may be uploaded', async () => {
    const { status, refusal } = await preview(`${HEAD}\n${'Luz,Vega,luz@x.mx\n'.repeat(100_000)}`)
    expect(status).toBe(422)
    expect(refusal).toMatchObject({
      code: 'import.too_many_rows',
      error: 'El archivo tiene más de 5,000 personas. Divídelo e importa cada parte.',
      fields: { file: 'Como máximo 5000 personas por archivo. Divídelo e importa cada parte.' },
    })
    const large = await preview(`${HEAD}\n${'Luz,Vega,luz@x.mx\n'.repeat(400_000)}`)
    expect([large.status, large.refusal.code]).toEqual([413, 'upload.too_large'])
    expect(large.refusal.fields).toEqual({ file: 'El archivo pesa más de 5 MB. Elige uno más ligero.' })
  })

  test('refuses a form without a file, with two, with an empty one, and with anything else in it', async () => {
    const good = asFile(Buffer.from(`${HEAD}\nLuz,Vega,luz@x.mx`))
    const bad: [FormPart[], Record<string, string>][] = [
      [[], { file: 'Elige un archivo CSV.' }],
      [[good, good], { file: 'Elige un solo archivo.' }],
      [[asFile(Buffer.alloc(0))], { file: 'El archivo está vacío.' }],
      [[{ ...good, field: 'logo' }], { logo: 'Este dato no se espera aquí.' }],
      [[good, { field: 'invite', text: 'true' }], { invite: 'Este dato no se espera aquí.' }],
    ]
    for (const [parts, fields] of bad) {
      const { status, refusal } = await send(parts)
      expect([status, refusal.fields]).toEqual([422, fields])
    }
  })

  test("checks a file's content, not its declared type", async () => {
    const { status } = await send([
      asFile(Buffer.from(`${HEAD}\nLuz,Vega,luz@x.mx`), '../../clientes.exe', 'image/png'),
    ])
    expect(status).toBe(200)
  })
})

describe('confirming', () => {
  // @spec P.65
  test('writes everybody with every field, tells the coach once and invites nobody', async () => {
    const email = newEmail('luz')
    const { preview: read } = await preview(
      `${HEAD},Rol,WhatsApp,Teléfono,Ocupación,Empresa,País,Ciudad,Zona horaria,Inicio,Objetivo,Etiquetas,Origen,Contacto de emergencia
Luz,Vega,${email},Colaboradora,'+52 999 123 4567,555,Directora,Norte,México,Mérida,America/Merida,24/02/2027,"Crecer
sin prisa","ventas; líder",Web,Su hermana`,
    )
    const { status, body } = await confirm(read.importId)
    expect([status, body]).toEqual([200, { created: 1 }])
    const [client] = await clientsOf()
    expect(client).toMatchObject({
      name: 'Luz',
      last_name: 'Vega',
      email,
      role: 'collaborator',
      whatsapp: '+52 999 123 4567',
      phone: '555',
      job_occupation: 'Directora',
      company_name: 'Norte',
      country: 'Mexico',
      city: 'Mérida',
      timezone: 'America/Merida',
      started_on: '2027-02-24',
      objective: 'Crecer\nsin prisa',
      tags: ['ventas', 'líder'],
      source: 'Web',
      emergency_contact: 'Su hermana',
      status: 'notInvited',
      invited_at: null,
    })
    await app.settle()
    expect(await app.mails(email)).toEqual([])
    const events = await app.deps.db
      .selectFrom('domain_events')
      .where('coach_id', '=', coach.userId)
      .where('type', 'in', ['client.created', 'client.invited', 'clients.imported'])
      .select(['type', 'subject_id', 'payload'])
      .execute()
    expect(events).toEqual([
      { type: 'client.created', subject_id: client!.id, payload: { imported: true } },
      { type: 'clients.imported', subject_id: coach.userId, payload: { created: 1 } },
    ])
    const [kept] = await app.deps.db
      .selectFrom('client_imports')
      .where('id', '=', read.importId)
      .select('people')
      .execute()
    expect(kept).toEqual({ people: [] })
  })

  test('with invitations mails each one a link that works', async () => {
    const { importId, emails } = await previewOf(3)
    expect((await confirm(importId, true)).body).toEqual({ created: 3 })
    await app.settle()
    for (const email of emails) {
      const [mail] = await app.mails(email)
      const [, clientId, token] = /\/invitation\/([\w-]+)\?t=([\w-]+)/.exec(mail!.text)!
      const shown = await app.call('GET /v1/invitation/:clientId', {
        params: { clientId: clientId as never },
        query: { t: token! },
      })
      expect(shown.status).toBe(200)
    }
    expect((await clientsOf()).map(({ status }) => status)).toEqual(['invited', 'invited', 'invited'])
  })

  test('needs a confirmed address to invite, not to import', async () => {
    coach = await newCoach(app, { verified: false })
    const { importId } = await previewOf(1)
    expect((await confirm(importId, true)).refusal.code).toBe('auth.email_unverified')
    expect((await confirm(importId)).body).toEqual({ created: 1 })
  })

  test('writes nobody when one of the addresses was invited again a moment ago', async () => {
    const { importId, emails } = await previewOf(2)
    await freedAfterTwoInvitations(app, coach, emails[0]!)
    const { status, refusal } = await confirm(importId, true)
    expect([status, refusal.code]).toEqual([429, 'client.resend_too_soon'])
    expect((await clientsOf()).map(({ email }) => email)).not.toContain(emails[1])
    expect((await confirm(importId)).body).toEqual({ created: 2 })
  })

  test('works once', async () => {
    const { importId } = await previewOf(2)
    await confirm(importId)
    const { status, refusal } = await confirm(importId)
    expect([status, refusal.code]).toEqual([409, 'import.done'])
    expect(await clientsOf()).toHaveLength(2)
  })

  test('works once when asked many times at once', async () => {
    const { importId } = await previewOf(20)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(importId)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    expect(await clientsOf()).toHaveLength(20)
  })

  test('writes nobody when one of the addresses was taken meanwhile', async () => {
    const { importId, emails } = await previewOf(3)
    await app.call(
      'POST /v1/client',
      { body: { name: 'Luz', lastName: 'Vega', email: emails[1]! } },
      coach.token,
    )
    const { status, refusal } = await confirm(importId)
    expect([status, refusal.code]).toEqual([409, 'client.email_taken'])
    expect(await clientsOf()).toHaveLength(1)
    const own = await previewOf(2)
    await app.deps.db
      .updateTable('users')
      .set({ email: own.emails[1]! })
      .where('id', '=', coach.userId)
      .execute()
    expect((await confirm(own.importId)).refusal.code).toBe('client.own_email')
    expect(await clientsOf()).toHaveLength(1)
  })

  test('of two files with the same people in another order at once writes one of them', async () => {
    const { importId, emails } = await previewOf(2000)
    const { preview: other } = await preview(
      [HEAD, ...emails.toReversed().map((email) => `Luz,Vega,${email}`)].join('\n'),
    )
    const answers = await Promise.all([confirm(importId), confirm(other.importId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [late] = answers.filter(({ status }) => status === 409)
    expect(late!.refusal.code).toBe('client.email_taken')
    expect(await clientsOf()).toHaveLength(2000)
  })

  test('is for the coach who read the file, within a day', async () => {
    const { importId } = await previewOf(1)
    const missing = await confirm('01890000-0000-7000-8000-000000000000' as ImportId)
    const foreign = await confirm(importId, false, await newCoach(app))
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect(foreign.refusal.code).toBe('import.not_found')
    await app.deps.db
      .updateTable('client_imports')
      .set({ created_at: toTimestamp(epochMs(instant(TEST_NOW) - DAY_MS)) })
      .where('id', '=', importId)
      .execute()
    expect((await confirm(importId)).refusal.code).toBe('import.not_found')
    expect(await clientsOf()).toEqual([])
  })

  test('is forgotten after a day, confirmed or not', async () => {
    const kept = async () =>
      (
        await app.deps.db
          .selectFrom('client_imports')
          .where('coach_id', '=', coach.userId)
          .select('id')
          .execute()
      ).length
    await startPurging(app.deps)
    await app.settle()
    await confirm((await previewOf(1)).importId)
    await previewOf(1)
    expect(await kept()).toBe(2)
    app.clock.advance(2 * DAY_MS)
    await app.settle()
    expect(await kept()).toBe(0)
  })

  test('is for the ten files read last', async () => {
    const [oldest, second] = [await previewOf(1), await previewOf(1)]
    await previewOf(1, await newCoach(app))
    for (let more = 0; more < 9; more += 1) await previewOf(1)
    expect((await confirm(oldest.importId)).refusal.code).toBe('import.not_found')
    expect((await confirm(second.importId)).status).toBe(200)
    for (let more = 0; more < 10; more += 1) await previewOf(1)
    expect((await confirm(second.importId)).refusal.code).toBe('import.done')
  })

  test('takes 5,000 people in one call', async () => {
    const { importId } = await previewOf(5000)
    expect((await confirm(importId)).body).toEqual({ created: 5000 })
    expect(await clientsOf()).toHaveLength(5000)
  })
})

describe('exporting', () => {
  const exported = async (query = '', of = coach) => {
    const { status, body, headers } = await app.send({
      method: 'GET',
      url: `/v1/client/export${query}`,
      token: of.token,
    })
    return { status, csv: body as string, headers }
  }
  const add = (body: object) =>
    app.call(
      'POST /v1/client',
      { body: { name: 'Luz', lastName: 'Vega', email: newEmail('luz'), ...body } },
      coach.token,
    )

  test('is a dated file of all fields in the language of the coach', async () => {
    const email = newEmail('luz')
    await add({
      email,
      country: 'Mexico',
      tags: ['ventas', 'líder'],
      objective: '=1+1',
      startDate: '2027-02-24',
    })
    const { status, csv, headers } = await exported()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clientes-2027-02-02.csv"',
      'cache-control': 'no-store',
    })
    expect(csv).toBe(
      `\uFEFFNombre,Apellidos,Correo,Rol,WhatsApp,Teléfono,Ocupación,Empresa,País,Ciudad,Zona horaria,` +
        `Fecha de inicio,Objetivo,Etiquetas,Origen,Contacto de emergencia,Estado\r\n` +
        `Luz,Vega,${email},Cliente,,,,,México,,America/Mexico_City,2027-02-24,'=1+1,ventas; líder,,,Sin invitar\r\n`,
    )
  })

  // @spec P.66
  test('holds whom the list holds: own ones, filtered alike, however many', async () => {
    const other = await newCoach(app)
    await newClient(app, other)
    await confirm((await previewOf(1203)).importId)
    await add({ name: 'Íñigo', tags: ['Dirección'] })
    const lines = async (query = '') => (await exported(query)).csv.trimEnd().split('\r\n').length - 1
    expect(await lines()).toBe(1204)
    expect(await lines('?search=inigo')).toBe(1)
    expect(await lines('?tag=direccion')).toBe(1)
    expect(await lines('?status=active')).toBe(0)
    expect(await lines('?role=member')).toBe(0)
    expect(await lines('?attention=true')).toBe(0)
  })

  test('is read back by another coach as it was', async () => {
    await add({ name: 'Íñigo', objective: '\'@casa\n"bien"', phone: '+52 999', tags: ['a;b', 'c,d'] })
    await add({ role: 'collaborator', city: '=León', timezone: 'Asia/Kolkata' })
    const { csv } = await exported()
    const another = await newCoach(app)
    const { preview: read } = await preview(csv, another)
    expect(read).toMatchObject({ total: 2, valid: 2, problems: [], ignoredColumns: ['Estado'] })
    await confirm(read.importId, false, another)
    expect((await exported('', another)).csv).toBe(csv)
  })
})
