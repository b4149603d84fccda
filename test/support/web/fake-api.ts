import { vi } from 'vitest'
import type { Route } from '#web/api/invalidation.ts'

type Answer = { status?: number; body: unknown }
type Sent = { route: string; body: unknown }

/**
 * Answers the calls of the components, by route. An answer that is a promise is held until it resolves; one that is a
 * function depends on the address. A call without an answer is refused as unexpected. Returns what was sent, in order.
 */
export function answerCalls(answers: {
  [R in Route]?: Answer | Promise<Answer> | ((url: string) => Answer)
}): Sent[] {
  const sent: Sent[] = []
  const routes = Object.entries(answers).map(([route, answer]) => ({
    route,
    answer,
    pattern: patternOf(route),
  }))
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const line = `${method} ${url.split('?')[0]}`
    const found = routes.find(({ pattern }) => pattern.test(line))
    sent.push({ route: found?.route ?? line, body: typeof body === 'string' ? JSON.parse(body) : body })
    const answered = typeof found?.answer === 'function' ? found.answer(url) : await found?.answer
    const { status = 200, body: answer } = answered ?? refusal('server.error', 500)
    return new Response(JSON.stringify(answer), { status })
  })
  return sent
}

/** A refusal as the server writes it. */
export function refusal(code: string, status = 409, fields?: Record<string, string>): Answer {
  return { status, body: { error: `Refused: ${code}`, code, requestId: 'r', ...(fields && { fields }) } }
}

const patternOf = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
