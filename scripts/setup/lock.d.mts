export function withLock<T>(name: string, work: () => T | Promise<T>): Promise<T>
