import type { AuditKind } from '#contract/account/activity.ts'
import type { UserId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'

/** A person's activity, the newest first. */
export async function activityOf(app: TestApp, { userId, token }: { userId: UserId; token: string }) {
  const { body } = await app.call(
    'GET /v1/user/:userId/activity',
    { params: { userId }, query: { direction: 'desc', items: 100 } },
    token,
  )
  return body.data
}

/** The entries of one kind, the newest first. */
export async function activityOfKind(
  app: TestApp,
  person: { userId: UserId; token: string },
  kind: AuditKind,
) {
  return (await activityOf(app, person)).filter((entry) => entry.kind === kind)
}

/** The browser that people of these tests use, and another one. */
export const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'

/** Signs in by password from a browser; undefined if that is refused. */
export async function signInFrom(
  app: TestApp,
  userAgent: string,
  body: { email: string; password: string },
): Promise<string | undefined> {
  const answer = await app.send({
    method: 'POST',
    url: '/v1/auth/user',
    body,
    headers: { 'user-agent': userAgent },
  })
  return answer.status === 200 ? (answer.body as { token: string }).token : undefined
}
