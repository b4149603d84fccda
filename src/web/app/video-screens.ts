import { patterns } from '#web/paths.ts'

/** The room of a session (product §10): lines of the table of screens. */
export const videoScreens = {
  sessionRoom: {
    at: patterns.sessionRoom,
    for: 'signedIn',
    load: () => import('#web/app/video/SessionRoomScreen.tsx'),
    texts: ['video', 'sessions'],
    isBare: true,
  },
} as const
