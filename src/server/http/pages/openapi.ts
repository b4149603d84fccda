import { z } from 'zod'
import { ENDPOINTS } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'

/** Refusals that follow from an endpoint's declaration rather than from its own rules. */
function houseErrors(endpoint: Endpoint): ErrorCode[] {
  const byAccess: Record<Access, ErrorCode[]> = {
    public: [],
    signedIn: ['auth.required'],
    clientOrPaidCoach: ['auth.required', 'payment.required'],
    client: ['auth.required', 'auth.forbidden'],
    coach: ['auth.required', 'auth.forbidden'],
    paidCoach: ['auth.required', 'auth.forbidden', 'payment.required'],
    signed: ['request.unsigned', 'request.too_large'],
  }
  return [...byAccess[endpoint.access], 'request.invalid', 'request.too_many']
}

/** Access that no token gives. */
const NO_TOKEN: readonly Access[] = ['public', 'signed']

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' })
  return rest
}

/** The product's OpenAPI 3.1 document, generated from the contract (architecture §4). */
export function openApiDocument(publicUrl: string, endpoints = ENDPOINTS): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Norte', version: '1', description: 'Coaching platform' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  }
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code', 'requestId'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
}

function operation(name: string, endpoint: Endpoint): object {
  const success = String(endpoint.status ?? (endpoint.response ? 200 : 204))
  const refusals = Map.groupBy([...houseErrors(endpoint), ...endpoint.errors], (code) => ERROR_STATUS[code])
  return {
    'operationId': name,
    'summary': endpoint.summary,
    'tags': [endpoint.path.split('/')[2]],
    'security': NO_TOKEN.includes(endpoint.access) ? [] : [{ bearer: [] }],
    'x-access': endpoint.access,
    ...(endpoint.owner && { 'x-owner': endpoint.owner }),
    'parameters': [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.isOptional(),
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.raw && {
      requestBody: {
        description: `Signed bytes of any type, ${endpoint.raw.maxBytes} at most`,
        required: true,
        content: { '*/*': {} },
      },
    }),
    ...(endpoint.upload && { requestBody: formBody(endpoint, endpoint.upload) }),
    'responses': {
      [success]: {
        description: 'Success',
        ...(endpoint.response && {
          content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
        }),
        ...(endpoint.answers && { content: { [endpoint.answers]: {} } }),
      },
      ...Object.fromEntries(
        [...refusals].map(([status, codes]) => [
          String(status),
          {
            description: codes.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

/** A form with one picture; as JSON without it if the call has other fields. */
function formBody({ body }: Endpoint, field: string): object {
  const json: { properties?: object } = body ? jsonSchema(body, 'input') : {}
  const picture = { type: 'string', format: 'binary' }
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { ...json.properties, [field]: picture },
          ...(!body && { required: [field] }),
          additionalProperties: false,
        },
      },
      ...(body && { 'application/json': { schema: json } }),
    },
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}
