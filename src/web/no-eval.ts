// Sets zod's global configuration, which all copies of zod share. Otherwise zod tests `new Function`, which the content
// security policy forbids and every browser reports. Set without importing zod: its runtime loads with later screens.
const shared: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object
shared.__zod_globalConfig ??= {}
shared.__zod_globalConfig.jitless = true
