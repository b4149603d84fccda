// The limits of every request. Those of single calls are declared by their endpoints (`perMinute`, `largeBody`, `raw`).
// How many requests an address may make in a minute and how large a file may be are settings (config.ts).

/** Most bytes of a body, except for calls that declare a large one: parsing a megabyte blocks other requests. */
export const BODY_BYTES = 131_072

/** Most bytes of a body of calls that declare a large one. */
export const LARGE_BODY_BYTES = 1_048_576

/** A form: its files and texts, and the bytes of one text. The file has a limit in the settings. */
export const FORM = { parts: 40, files: 20, fields: 20, fieldBytes: 16_384 }

/** How often one address may read the OpenAPI document in a minute: it is almost a megabyte and changes with a release. */
export const OPENAPI_PER_MINUTE = 30
