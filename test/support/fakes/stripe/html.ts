/** A page of the hosted ones, marked as a test. */
export const shell = (title: string, content: string): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${title}</title>
  <meta name="viewport" content="width=device-width"></head>
  <body><main><h1>${title}</h1><p>Modo de prueba</p>${content}</main></body></html>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => ENTITIES[each]!)

/** An amount in minor units as people read it. */
export const pesos = (minor: number): string => `$${(minor / 100).toFixed(2)} MXN`
