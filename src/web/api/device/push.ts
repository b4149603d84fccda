import { call } from '../call.ts'
import { registerWorker } from './service-worker.ts'

/**
 * Whether this browser takes pushes. `needsInstall`: an iPhone or iPad takes them once Norte is on its home screen;
 * `denied`: the person refused, and only the browser's own settings undo that.
 */
export type PushState = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on'

/** What of the browser decides that. */
type Device = {
  hasPush: boolean
  isApple: boolean
  isInstalled: boolean
  permission: NotificationPermission | undefined
  isSubscribed: boolean
}

export function stateOf({ hasPush, isApple, isInstalled, permission, isSubscribed }: Device): PushState {
  if (!hasPush || permission === undefined) return isApple && !isInstalled ? 'needsInstall' : 'unsupported'
  if (permission === 'denied') return 'denied'
  return permission === 'granted' && isSubscribed ? 'on' : 'off'
}

const permissionNow = (): NotificationPermission | undefined =>
  'Notification' in globalThis ? Notification.permission : undefined

/** iPads say that they are Macs, and have a screen that is touched. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export async function readPushState(): Promise<PushState> {
  return stateOf({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis,
    isApple: isApple(),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    permission: permissionNow(),
    isSubscribed: (await subscriptionNow()) !== undefined,
  })
}

async function subscriptionNow(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager?.getSubscription()) ?? undefined
}

/** Asks the person, and subscribes this browser. Called by a tap: browsers ask at no other time. */
export async function switchPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const registration = await registerWorker('needed')
  if (!registration) return readPushState()
  const subscription = await subscribe(registration)
  try {
    await tell(subscription)
  } catch (failure) {
    await subscription.unsubscribe()
    throw failure
  }
  return readPushState()
}

export async function switchPushOff(): Promise<PushState> {
  const subscription = await subscriptionNow()
  await call('DELETE /v1/notification/push')
  await subscription?.unsubscribe()
  return readPushState()
}

/**
 * After a sign-in or a start: what this browser takes is sent for who is signed in now. A browser may have replaced its
 * subscription meanwhile, and the server its key.
 */
export async function renewPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  if (permissionNow() !== 'granted' || !(await registration?.pushManager?.getSubscription())) return
  await tell(await subscribe(registration!))
}

/** At the end of a sign-in: this browser takes no more pushes, shows none, and has no number on its icon. */
export async function endPush(): Promise<void> {
  await (await subscriptionNow())?.unsubscribe()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await navigator.clearAppBadge?.()
}

async function subscribe(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { publicKey } = await call('GET /v1/notification/push')
  const key = bytesOf(publicKey)
  const kept = await registration.pushManager.getSubscription()
  if (kept && isSame(kept.options.applicationServerKey, key)) return kept
  await kept?.unsubscribe()
  // The registration may be new: a worker that is still being installed cannot subscribe.
  const ready = await navigator.serviceWorker.ready
  return ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call(
    'POST /v1/notification/push',
    {
      body: {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      },
    },
    { quiet: true },
  )
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function isSame(kept: ArrayBuffer | null, key: Uint8Array): boolean {
  if (!kept || kept.byteLength !== key.length) return false
  return new Uint8Array(kept).every((byte, at) => byte === key[at])
}
