export function bundleServer(outdir: string, main?: string): Promise<void>
