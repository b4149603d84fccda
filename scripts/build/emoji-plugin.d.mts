import type { Plugin } from 'vite'

export function emojiPlugin(): Plugin
