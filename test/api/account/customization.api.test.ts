import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Me, SessionUser } from '#contract/account/auth.ts'
import { ColorThemeId } from '#contract/account/customization.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { UserId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import {
  type TestClient,
  type TestCoach,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient

beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string; userId: UserId }
type Answer = { status: number; user: SessionUser; refusal: ErrorBody }

async function customize(
  { token, userId }: Person,
  sent: FormPart[] | object,
  of: UserId = userId,
): Promise<Answer> {
  const url = `/v1/coach/custom/${of}`
  const form = Array.isArray(sent) ? formOf(...(sent as FormPart[])) : { body: sent }
  const { status, body } = await app.send({ method: 'POST', url, token, ...form })
  return { status, user: body as SessionUser, refusal: body as ErrorBody }
}

const logo = (bytes: Buffer, file = 'logo.png', type = 'image/png'): FormPart => ({
  field: 'logo',
  file,
  type,
  bytes,
})
const meOf = async ({ token }: Person): Promise<Me> => (await app.call('GET /v1/auth/me', {}, token)).body

describe('how a practice looks (spec §1, product §18)', () => {
  // @spec 3.17, 7.13
  test('a coach and their clients see the same name, colour and logo', async () => {
    const { status, user } = await customize(coach, [
      { field: 'companyName', text: 'Norte Coaching' },
      { field: 'colorUI', text: '3E1293' },
      logo(await picture('png', { width: 900, height: 100, alpha: 0.4 })),
    ])
    expect(status).toBe(200)
    expect(user).toMatchObject({ companyName: 'Norte Coaching', colorUI: '3E1293' })
    const seen = await meOf(client)
    expect(seen.user.coach).toMatchObject({
      companyName: 'Norte Coaching',
      colorUI: '3E1293',
      companyPhoto: user.companyPhoto,
    })
    // They belong to the coach; a client has no brand.
    expect([seen.user.colorUI, seen.user.companyPhoto, seen.user.companyName]).toEqual([null, null, null])
    const response = await fetch((await app.listen()) + user.companyPhoto!.fileURL)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 71,
      hasAlpha: true,
    })
    expect(response.headers.get('content-disposition')).toBe('inline; filename="logo.webp"')
  })

  test('an invited person sees them before they have an account', async () => {
    const { user } = await customize(coach, [{ field: 'colorUI', text: '0B4A37' }, logo(await picture())])
    const email = newEmail('invited')
    const created = await app.call(
      'POST /v1/client',
      { body: { name: 'Diego', lastName: 'Ruiz', email, invite: true } },
      coach.token,
    )
    const invitation = await app.call('GET /v1/invitation/:clientId', {
      params: { clientId: created.body.id },
      query: { t: await mailedInvitation(app, email) },
    })
    expect(invitation.body.coach).toMatchObject({ colorUI: '0B4A37', companyPhoto: user.companyPhoto })
  })

  test('only what is given changes; null or an empty text takes away', async () => {
    await customize(coach, [
      { field: 'companyName', text: 'Norte' },
      { field: 'colorUI', text: '1F2530' },
      logo(await picture()),
    ])
    const named = await customize(coach, { companyName: 'Sur' })
    expect(named.user).toMatchObject({ companyName: 'Sur', colorUI: '1F2530' })
    expect(named.user.companyPhoto).not.toBeNull()
    const plain = await customize(coach, [
      { field: 'companyName', text: '' },
      { field: 'colorUI', text: '' },
      { field: 'removeLogo', text: 'true' },
    ])
    expect([plain.user.companyName, plain.user.colorUI, plain.user.companyPhoto]).toEqual([null, null, null])
    const again = await customize(coach, { companyName: null, colorUI: null, removeLogo: true })
    expect(again.status).toBe(200)
  })

  test('a new logo takes the place of the one before, and leaves nothing of it', async () => {
    const first = await customize(coach, [logo(await picture())])
    const second = await customize(coach, [logo(await picture('jpeg'), 'logo.jpg', 'image/jpeg')])
    const open = (user: SessionUser) => app.send({ method: 'GET', url: user.companyPhoto!.fileURL })
    expect([(await open(first.user)).status, (await open(second.user)).status]).toEqual([404, 200])
  })

  test.each([...ColorThemeId.options])('takes the theme %s (spec §3)', async (colorUI) => {
    const { status, user } = await customize(coach, { colorUI })
    expect([status, user.colorUI]).toEqual([200, colorUI])
  })
})

describe('refusals', () => {
  test.each<[string, FormPart[] | object]>([
    ['colorUI', { colorUI: 'FFFFFF' }],
    ['colorUI', { colorUI: '3e1293' }],
    ['companyName', { companyName: 'x'.repeat(81) }],
    ['companyName', { companyName: 'Norte\r\nBcc: x@y.mx' }],
    ['removeLogo', { removeLogo: 'quizá' }],
    ['logo', { logo: 'x' }],
    ['logo', [{ field: 'logo', text: 'x' }]],
    [
      'companyName',
      [
        { field: 'companyName', text: 'a' },
        { field: 'companyName', text: 'b' },
      ],
    ],
  ])('%s: %j changes nothing', async (field, sent) => {
    await customize(coach, { companyName: 'Norte', colorUI: '1F2530' })
    const { status, refusal } = await customize(coach, sent)
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields?.[field]).toMatch(/\p{L}{3}/u)
    expect((await meOf(coach)).user).toMatchObject({ companyName: 'Norte', colorUI: '1F2530' })
  })

  test('a bad logo changes neither name nor colour', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const { status, refusal } = await customize(coach, [
      { field: 'companyName', text: 'No se guarda' },
      logo(svg, 'logo.svg', 'image/svg+xml'),
    ])
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['logo']])
    expect((await meOf(coach)).user.companyName).toBeNull()
  })

  test('a new logo and its removal at once', async () => {
    const { status, refusal } = await customize(coach, [
      logo(await picture()),
      { field: 'removeLogo', text: 'true' },
    ])
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['removeLogo']])
  })

  test('a logo of more than 5 MB', async () => {
    const { status, refusal } = await customize(coach, [logo(Buffer.alloc(5 * 1_048_576 + 1))])
    expect([status, refusal.code]).toEqual([413, 'upload.too_large'])
  })

  test('another practice is missing, a client may not, an unpaid coach pays first (product §1 D6)', async () => {
    const other = await newCoach(app)
    const foreign = await customize(coach, { companyName: 'Ajena' }, other.userId)
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'coach.not_found'])
    const asClient = await customize(client, { companyName: 'Mía' }, coach.userId)
    expect([asClient.status, asClient.refusal.code]).toEqual([403, 'auth.forbidden'])
    const unpaid = await newCoach(app, { paid: false })
    const gated = await customize(unpaid, { companyName: 'Mía' })
    expect([gated.status, gated.refusal.code]).toEqual([402, 'payment.required'])
    expect((await meOf(other)).user.companyName).toBeNull()
  })
})
