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
import type { UserType } from '#contract/account/auth.ts'
import { paths } from '#web/paths.ts'

export type SidebarPlace = {
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
    | 'coach'
  to: string
  Icon: typeof IconHome
}

const dashboard: SidebarPlace = { label: 'dashboard', to: paths.dashboard(), Icon: IconHome }
const clients: SidebarPlace = { label: 'clients', to: paths.clients(), Icon: IconUsers }
const groups: SidebarPlace = { label: 'groups', to: paths.groups(), Icon: IconUsersGroup }
const calendar: SidebarPlace = { label: 'calendar', to: paths.calendar(), Icon: IconCalendar }
const messages: SidebarPlace = { label: 'messages', to: paths.messages(), Icon: IconMessage }
const resources: SidebarPlace = { label: 'resources', to: paths.resources(), Icon: IconFolder }
const memorandums: SidebarPlace = { label: 'memorandums', to: paths.memorandums(), Icon: IconNote }
const goals: SidebarPlace = { label: 'goals', to: paths.goals(), Icon: IconTarget }
const actions: SidebarPlace = { label: 'actions', to: paths.actions(), Icon: IconChecklist }

/** What a client has beyond the sidebar of spec §2: their sessions and their coach (product §1 D23, §18). */
export function ownPlaces(clientId: string | null): readonly SidebarPlace[] {
  const coach: SidebarPlace = { label: 'coach', to: paths.coach(), Icon: IconUserHeart }
  if (clientId === null) return [coach]
  const to = paths.sessionsOf({ type: 'Client', itemId: clientId })
  return [{ label: 'sessions', to, Icon: IconCalendarUser }, coach]
}

/** The sidebar by user type, in the order of spec §2. */
export const SIDEBAR: Record<UserType, readonly SidebarPlace[]> = {
  coach: [dashboard, clients, groups, calendar, messages, resources, memorandums],
  client: [dashboard, calendar, goals, actions, resources, messages],
}

/** The most used ones, at most five, for the bar at the foot of a phone (design); only what is built (product §1 D21). */
export function bottomBar(userType: UserType, clientId: string | null): readonly SidebarPlace[] {
  return userType === 'coach'
    ? [dashboard, clients, groups, calendar]
    : [dashboard, calendar, actions, ...ownPlaces(clientId)]
}
