// zod's settings, which it keeps where all copies of it find them. It tries out `new Function` otherwise, which the
// content security policy forbids and every browser reports. Set without zod: its runtime comes with later screens.
const shared: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object
shared.__zod_globalConfig ??= {}
shared.__zod_globalConfig.jitless = true
