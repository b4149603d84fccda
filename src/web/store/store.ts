import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import type { Me, PaymentStatus, SessionUser, UserType } from '#contract/account/auth.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { storage } from '#web/storage.ts'

export type Severity = 'success' | 'error' | 'info' | 'warning'

/** The toast (spec §4): active while `status` is true. */
export type AlertSlice = { msg: string; type: Severity | null; status: boolean }

/** Who is signed in (spec §3). */
export type SessionSlice = {
  user: SessionUser | null
  userType: UserType | null
  token: string | null
  isLogged: boolean
  payment: boolean
  paymentStatus: PaymentStatus | null
}

export type TranslateSlice = { language: string }
export type SocketSlice = { isConnected: boolean; socketId: string | null }

/** The application state of spec §3; persisted unchanged under the key `root`. */
export type Root = {
  alert: AlertSlice
  session: SessionSlice
  translate: TranslateSlice
  socket: SocketSlice
}

export const noAlert: AlertSlice = { msg: '', type: null, status: false }
export const signedOut: SessionSlice = {
  user: null,
  userType: null,
  token: null,
  isLogged: false,
  payment: false,
  paymentStatus: null,
}
const offline: SocketSlice = { isConnected: false, socketId: null }

export const initialRoot: Root = {
  alert: noAlert,
  session: signedOut,
  translate: { language: DEFAULT_LANGUAGE },
  socket: offline,
}

const rootStorage: PersistStorage<Root> = {
  getItem: async () => {
    const stored = await storage.readRoot()
    return stored && { state: restored(stored, storage.readSession()?.token ?? null) }
  },
  setItem: (_, { state }) => storage.writeRoot(state),
  removeItem: () => storage.removeRoot(),
}

export const useStore = create<Root>()(
  persist(() => initialRoot, { name: 'root', storage: rootStorage, skipHydration: true }),
)

/** Restores the last state; waits at most 5000 ms (spec §4). */
export async function restoreRoot(): Promise<void> {
  await useStore.persist.rehydrate()
}

/**
 * Which parts of a stored root are restored. An old toast is not shown again, and the record `session` decides the
 * sign-in: without it, or with an incomplete session in the root, the person is signed out.
 */
export function restored(stored: Record<string, unknown>, token: string | null): Root {
  const { session, translate, socket } = stored as Partial<Root>
  const whole =
    token !== null &&
    session?.isLogged === true &&
    typeof session.user?.id === 'string' &&
    (session.userType === 'coach' || session.userType === 'client')
  return {
    alert: noAlert,
    session: whole ? { ...signedOut, ...session, token } : { ...signedOut, token },
    translate: { language: typeof translate?.language === 'string' ? translate.language : DEFAULT_LANGUAGE },
    socket: { isConnected: socket?.isConnected === true, socketId: null },
  }
}

/** The session of a fetched profile (spec §4: a fulfilled sign-in). */
export function sessionOf(me: Me, token: string): SessionSlice {
  return {
    user: me.user,
    userType: me.userType,
    token,
    isLogged: true,
    payment: me.payment,
    paymentStatus: me.paymentStatus,
  }
}

export const setSession = (session: SessionSlice) => useStore.setState({ session })
export const resetSession = () => useStore.setState({ session: signedOut })
export const setToken = (token: string) =>
  useStore.setState(({ session }) => ({ session: { ...session, token } }))
/**
 * Replaces the session user with an answer's (spec §4). An answer from before a sign-out or a change of space changes
 * nothing: it would restore an account that was signed out.
 */
// How often the answer of a change replaced the user: a profile that was asked for before must not undo it.
let userChanges = 0
export const countUserChanges = () => userChanges

export const setUser = (user: SessionUser) => {
  userChanges += 1
  useStore.setState(({ session }) =>
    session.user?.id === user.id && session.user.clientId === user.clientId
      ? { session: { ...session, user } }
      : {},
  )
}
export const setPayment = (payment: boolean, paymentStatus: PaymentStatus | null) =>
  useStore.setState(({ session }) => ({ session: { ...session, payment, paymentStatus } }))

export const setSocketConnected = (socketId: string | null) =>
  useStore.setState({ socket: { isConnected: true, socketId } })
export const resetSocket = () => useStore.setState({ socket: offline })

export const useUserType = (): UserType | null => useStore((root) => root.session.userType)

/** Identifies the person's current space (product §1 D19) as one string; the same for all visitors. */
export const useSpace = (): string =>
  useStore(({ session }) => `${session.userType ?? 'visitor'} ${session.user?.clientId ?? ''}`)

/**
 * Whether the practice takes bookings: a client's payment status is that of their coach, and without it nothing can be
 * requested (product §1 D6).
 */
export const useCanBook = (): boolean => useStore((root) => root.session.payment)

/** Whether the person is a coach who may begin sessions, clients and groups. */
export const useCreates = (): boolean =>
  useStore(({ session }) => session.userType === 'coach' && session.payment)

/** The signed-in person. Only for screens behind the guard. */
export function useSessionUser(): SessionUser {
  const user = useStore((root) => root.session.user)
  if (!user) throw new Error('Nobody is signed in')
  return user
}
