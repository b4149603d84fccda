import type { Plugin } from 'vite'

export function bootPlugin(): Plugin
