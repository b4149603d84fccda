import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { ImportRefusal } from '#contract/account/data-imports.ts'
import { JOIN_ERRORS, SHOW_ERRORS } from '#contract/video/signals.ts'
import { ERROR_STATUS, type ErrorCode, HOUSE_ERRORS } from '#contract/errors.ts'
import { missingCode } from '#server/http/authorize.ts'
import { openApiDocument } from '#server/http/pages/openapi.ts'
import { localesFolder } from '#server/folders.ts'
import { ROUTES } from '#server/routes.ts'
import { sendNote } from '#test/support/fakes/signing-service.ts'

const house: ReadonlySet<string> = new Set(HOUSE_ERRORS)

function leaves(node: unknown, path: string[] = []): string[] {
  return typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => leaves(value, [...path, key]))
    : [path.join('.')]
}

function locale(namespace: string): unknown {
  return JSON.parse(readFileSync(`${localesFolder}/es-MX/${namespace}.json`, 'utf8'))
}

describe('the endpoint table', () => {
  const endpoints = [...ENDPOINTS.entries()]

  it('is not empty and serves every endpoint exactly once', () => {
    expect(endpoints.length).toBeGreaterThan(30)
    const declared = endpoints.map(([, { method, path }]) => `${method} ${path}`)
    const served = ROUTES.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(declared).size).toBe(declared.length)
    expect(served.toSorted()).toEqual(declared.toSorted())
  })

  // @spec 7.1
  it.each(endpoints)('%s is under /v1 and has a summary', (_name, endpoint) => {
    expect(endpoint.path).toMatch(/^\/v1\//)
    expect(endpoint.summary.length).toBeGreaterThan(5)
    expect(endpoint.errors.filter((code) => house.has(code))).toEqual([])
    expect(endpoint.owner !== undefined).toBe(endpoint.path.includes(':'))
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = endpoint.params ? Object.keys((endpoint.params as never as { shape: object }).shape) : []
    expect(new Set(shape)).toEqual(new Set(named))
  })

  it.each(endpoints.filter(([, { owner }]) => owner))(
    '%s declares what it answers for an object that does not exist for the caller',
    (_name, endpoint) => {
      expect(endpoint.errors).toContain(missingCode(endpoint))
    },
  )

  it('is the OpenAPI 3.1 document', () => {
    const document = openApiDocument('http://127.0.0.1:3000') as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...ENDPOINTS.keys()].toSorted(),
    )
  })
})

test('a signed call is described with its bytes and without a token', () => {
  const document = openApiDocument('http://127.0.0.1:3000', new Map([['sendNote', sendNote]])) as never as {
    paths: Record<string, { post: object }>
  }
  expect(document.paths[sendNote.path]!.post).toMatchObject({
    'security': [],
    'x-access': 'signed',
    'requestBody': { required: true, content: { '*/*': {} } },
    'responses': { 401: { description: 'request.unsigned' }, 413: { description: 'request.too_large' } },
  })
})

describe('the error table', () => {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]

  it('has a text for every code and no text without one', () => {
    expect(leaves(locale('errors')).toSorted()).toEqual(codes.toSorted())
  })

  it('has no unused code', () => {
    // Those of calls come over the socket.
    const declared = new Set<string>([
      ...[...ENDPOINTS.values()].flatMap(({ errors }) => [...errors]),
      ...JOIN_ERRORS,
      // What is wrong with an archive is in the answer about it.
      ...ImportRefusal.options,
      ...SHOW_ERRORS,
    ])
    expect(codes.filter((code) => !house.has(code) && !declared.has(code))).toEqual([])
  })
})
