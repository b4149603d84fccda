import type { Plugin } from 'vite'

/** The source of a part that comes late. */
export const LATE: RegExp

export function bootPlugin(): Plugin
