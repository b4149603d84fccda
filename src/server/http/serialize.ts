import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

type Serializer = (value: unknown) => string

/** Many endpoints answer with the same schema, which is compiled once. */
const compiled = new WeakMap<z.ZodType, Serializer>()

/**
 * Serialises the responses of one endpoint. Compiled on first use, because compiling all endpoints would delay the
 * start. Keys that are not in the contract are never sent.
 */
export function serializerOf(schema: z.ZodType): Serializer {
  let serialize = compiled.get(schema)
  return (value) => {
    serialize ??= compiled.get(schema) ?? compile(schema)
    return serialize(value)
  }
}

function compile(schema: z.ZodType): Serializer {
  const serialize = fastJson(responseSchema(schema))
  compiled.set(schema, serialize)
  return serialize
}

// Formats and patterns are left out (we wrote what we send), and "X or null" becomes a nullable X, which the serialiser
// compiles instead of validating.
function responseSchema(schema: z.ZodType): JsonSchema {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', reused: 'inline' })) as JsonSchema
}

const DROPPED = new Set([
  '$schema',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const schema = node as JsonSchema
  const anyOf = schema['anyOf']
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull)) {
    return { ...(simplify(anyOf.find((option) => !isNull(option))) as JsonSchema), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(DROPPED.has(key) && typeof value !== 'object'))
      .map(([key, value]) => [key, simplify(value)]),
  )
}

function isNull(option: unknown): boolean {
  return typeof option === 'object' && option !== null && 'type' in option && option.type === 'null'
}
