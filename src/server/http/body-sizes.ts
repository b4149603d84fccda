// How large the body of a request may be. Endpoints that need more say so (`largeBody`, `raw`), and how large a file may
// be is a setting (settings/uploads.ts).

/** Most bytes of a body, except for calls that declare a large one: parsing a megabyte blocks other requests. */
export const BODY_BYTES = 131_072

/** Most bytes of a body of calls that declare a large one. */
export const LARGE_BODY_BYTES = 1_048_576

/** A form: its files and texts, and the bytes of one text. The file has a limit in the settings. */
export const FORM = { parts: 40, files: 20, fields: 20, fieldBytes: 16_384 }
