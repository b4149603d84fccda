import { patterns } from '#web/paths.ts'

/** The screens of messages (product §16): lines of the table of screens. */
export const messageScreens = {
  messages: {
    at: patterns.messages,
    for: 'signedIn',
    load: () => import('#web/features/messages/MessagesScreen.tsx'),
    texts: ['messages'],
  },
  messagesOf: {
    at: patterns.messagesOf,
    for: 'coach',
    load: () => import('#web/features/messages/MessagesScreen.tsx'),
    texts: ['messages'],
  },
} as const
