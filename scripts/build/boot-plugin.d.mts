import type { Plugin } from 'vite'

export const LATE: RegExp
export function bootPlugin(): Plugin
