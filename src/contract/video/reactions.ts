// Free of zod: the screen of a call lists them.

export const REACTIONS = ['👏', '👍', '❤️', '🎉', '😂', '😮'] as const
