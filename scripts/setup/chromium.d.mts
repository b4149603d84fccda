export function findChromium(env?: Record<string, string | undefined>): string | undefined
export function chromiumArgs(options?: { cameraRate?: number }): string[]
