import { expect, test } from 'vitest'
import { type PushState, stateOf } from './push.ts'

const device = {
  hasPush: true,
  isApple: false,
  isInstalled: false,
  permission: 'granted' as NotificationPermission | undefined,
  isSubscribed: true,
}

// @spec P.209
test.each<[string, Partial<typeof device>, PushState]>([
  ['takes pushes', {}, 'on'],
  ['was switched off', { isSubscribed: false }, 'off'],
  ['was never asked', { permission: 'default', isSubscribed: false }, 'off'],
  ['has a subscription without permission', { permission: 'default' }, 'off'],
  ['was refused', { permission: 'denied', isSubscribed: false }, 'denied'],
  ['knows no pushes', { hasPush: false, permission: undefined }, 'unsupported'],
  ['knows no notifications', { permission: undefined }, 'unsupported'],
  ['is an iPhone’s page', { hasPush: false, permission: undefined, isApple: true }, 'needsInstall'],
  [
    'is an old iPhone’s installed app',
    { hasPush: false, permission: undefined, isApple: true, isInstalled: true },
    'unsupported',
  ],
])('a browser that %s: %o', (_, given, state) => {
  expect(stateOf({ ...device, ...given })).toBe(state)
})
