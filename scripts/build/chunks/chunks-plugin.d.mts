import type { Plugin } from 'vite'

export function chunksPlugin(): Plugin
