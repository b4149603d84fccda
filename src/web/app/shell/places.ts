import {
  IconCalendar,
  IconChecklist,
  IconFolder,
  IconHome,
  IconMessage,
  IconNote,
  IconTarget,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { UserType } from '#contract/auth.ts'
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

/** The sidebar by user type, in the order of spec §2. */
export const SIDEBAR: Record<UserType, readonly SidebarPlace[]> = {
  coach: [dashboard, clients, groups, calendar, messages, resources, memorandums],
  client: [dashboard, calendar, goals, actions, resources, messages],
}

/** The five most used ones, for the bar at the foot of a phone (design). */
export const BOTTOM_BAR: Record<UserType, readonly SidebarPlace[]> = {
  coach: [dashboard, clients, calendar, messages, memorandums],
  client: [dashboard, calendar, actions, goals, messages],
}
