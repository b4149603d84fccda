export function publishWeb(folders: { fresh: string; served: string; listPath: string }): void
