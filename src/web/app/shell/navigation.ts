import {
  IconCalendar,
  IconCalendarUser,
  IconChecklist,
  IconFolder,
  IconHome,
  IconMessage,
  IconNote,
  IconTarget,
  IconUserHeart,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { matchPath } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import type { CoacheeType } from '#contract/values.ts'
import { paths, patterns } from '#web/paths.ts'

export type SidebarLink = {
  label:
    | 'dashboard'
    | 'clients'
    | 'groups'
    | 'calendar'
    | 'messages'
    | 'resources'
    | 'memorandums'
    | 'goals'
    | 'actions'
    | 'sessions'
    | 'allSessions'
    | 'coach'
  to: string
  Icon: typeof IconHome
}

const dashboard: SidebarLink = { label: 'dashboard', to: paths.dashboard(), Icon: IconHome }
const clients: SidebarLink = { label: 'clients', to: paths.clients(), Icon: IconUsers }
const groups: SidebarLink = { label: 'groups', to: paths.groups(), Icon: IconUsersGroup }
const calendar: SidebarLink = { label: 'calendar', to: paths.calendar(), Icon: IconCalendar }
const messages: SidebarLink = { label: 'messages', to: paths.messages(), Icon: IconMessage }
const resources: SidebarLink = { label: 'resources', to: paths.resources(), Icon: IconFolder }
const memorandums: SidebarLink = { label: 'memorandums', to: paths.memorandums(), Icon: IconNote }
const goals: SidebarLink = { label: 'goals', to: paths.goals(), Icon: IconTarget }
const actions: SidebarLink = { label: 'actions', to: paths.actions(), Icon: IconChecklist }

/**
 * What somebody has beyond the sidebar of spec §2: a coach all sessions and actions, a client their own and their coach (product §1
 * D23, §18).
 */
export function linksBeyond(userType: UserType, clientId: string | null): readonly SidebarLink[] {
  if (userType === 'coach')
    return [{ label: 'allSessions', to: paths.sessions(), Icon: IconCalendarUser }, actions]
  const coach: SidebarLink = { label: 'coach', to: paths.coach(), Icon: IconUserHeart }
  if (clientId === null) return [coach]
  const to = paths.sessionsOf({ type: 'Client', itemId: clientId })
  return [{ label: 'sessions', to, Icon: IconCalendarUser }, coach]
}

/** The sidebar by user type, in the order of spec §2. */
export const SIDEBAR: Record<UserType, readonly SidebarLink[]> = {
  coach: [dashboard, clients, groups, calendar, messages, resources, memorandums],
  client: [dashboard, calendar, goals, actions, resources, messages],
}

const ofSessions = [
  patterns.sessionEdit,
  patterns.resourcesOfSession,
  patterns.sessionView,
  patterns.sessionBrief,
  patterns.sessionRoom,
  patterns.sessionConfirm,
  patterns.sessionFinished,
  patterns.ending,
  patterns.endingOf,
]

/** What belongs to one client or group: the last part of these paths says which of the two. */
const belongingTo = (type: CoacheeType) =>
  [patterns.notesOf, patterns.goalsOf, patterns.actionsOf, patterns.resourcesOf, patterns.sessionsOf].map(
    (pattern) => pattern.replace(':type', type),
  )

/** The screens of a place whose paths do not begin with its own: spec §2 fixes them. */
const BEYOND_ITS_PATH: Partial<Record<SidebarLink['label'], readonly string[]>> = {
  clients: belongingTo('Client'),
  groups: belongingTo('Group'),
  resources: [patterns.resourceNew, patterns.resourceEdit, patterns.resourceView],
  sessions: ofSessions,
  allSessions: ofSessions,
}

/**
 * The one of these places that a screen belongs to although its path does not begin with the place's own, or begins with that
 * of another one. Undefined where the path decides.
 */
export const placeBeyondPaths = (
  places: readonly SidebarLink[],
  pathname: string,
): SidebarLink['label'] | undefined =>
  places.find(({ label }) => BEYOND_ITS_PATH[label]?.some((pattern) => matchPath(pattern, pathname) !== null))
    ?.label

/** Whether a thread fills the screen: on a phone the bar at its foot would be between it and the keyboard. */
export const isThreadOpen = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  matchPath(patterns.messagesOf, pathname) !== null ||
  (pathname === patterns.messages && new URLSearchParams(search).has('room'))

/** The most used ones, at most five, for the bar at the foot of a phone (design); only what is built (product §1 D21). */
export function bottomBar(userType: UserType): readonly SidebarLink[] {
  return userType === 'coach'
    ? [dashboard, clients, calendar, messages]
    : [dashboard, calendar, goals, actions, messages]
}
