import type { SessionUser } from '#contract/account/auth.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { setSession, useStore } from '#web/store/store.ts'

const COACH = '01890000-0000-7000-8000-000000000001'
const CLIENT = '01890000-0000-7000-8000-000000000002'

/** Signs a coach in whose zone is Mexico City. */
export function signInCoach(): void {
  setSession({
    user: { id: COACH, name: 'Ana', timezone: 'America/Mexico_City', clientId: null } as SessionUser,
    userType: 'coach',
    token: 'token',
    isLogged: true,
    payment: true,
    paymentStatus: 'active',
  })
}

/** Signs in a client of hers. */
export function signInClient(): void {
  signInCoach()
  const { user } = useStore.getState().session
  setSession({
    ...useStore.getState().session,
    userType: 'client',
    user: { ...user!, name: 'Mariana', clientId: CLIENT, coach: { id: COACH, name: 'Ana' } } as SessionUser,
  })
}

/** A confirmed session on Thursday 4 February 2027, 9:00 in Mexico City, that its coach may move and edit. */
export function confirmedSession(change: Partial<SessionDto> = {}): SessionDto {
  const person = (id: string, name: string) => ({
    id,
    name,
    lastName: 'Torres',
    photo: null,
    timezone: 'America/Mexico_City',
  })
  return {
    id: '01890000-0000-7000-8000-000000000003',
    type: 'Client',
    coachId: COACH,
    clientId: CLIENT,
    groupId: null,
    coach: person(COACH, 'Ana'),
    client: person(CLIENT, 'Mariana'),
    group: null,
    seriesId: null,
    title: 'Sesión 1 con Mariana',
    objective: null,
    startsAt: '2027-02-04T15:00:00.000Z',
    endsAt: '2027-02-04T16:00:00.000Z',
    timezone: 'America/Mexico_City',
    channel: 'meet',
    modality: 'online',
    meetingUrl: 'https://meet.example.org/ana',
    place: null,
    status: 'confirmed',
    phase: 'upcoming',
    moveRequest: null,
    allowedActions: ['reschedule', 'edit'],
    ...change,
  } as SessionDto
}

/** The person who is signed in has a password. */
export function givePassword(): void {
  const { session } = useStore.getState()
  setSession({ ...session, user: { ...session.user!, hasPassword: true, email: 'ana@correo.example' } })
}
