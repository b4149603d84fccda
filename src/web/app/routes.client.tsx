import type { RouteObject } from 'react-router'
import { paths, patterns } from '#web/paths.ts'
import { framed } from './framed.tsx'
import { preparing, screens } from './screens.tsx'

/** The places of a client, a member or a collaborator (spec §2 and §6). */
export const clientRoutes: RouteObject[] = [
  framed([
    { path: patterns.dashboard, lazy: screens.dashboardClient },
    { path: patterns.notifications, lazy: screens.notifications },

    { path: patterns.calendar, lazy: screens.calendar },
    { path: patterns.sessionNew, lazy: screens.sessionNewClient },
    { path: patterns.sessionNewOn, lazy: screens.sessionNewClient },
    { path: patterns.sessionView, lazy: screens.sessionView },
    { path: patterns.sessionsOf, lazy: screens.sessionsOf },
    { path: patterns.ending, lazy: screens.endingList },
    { path: patterns.endingOf, lazy: screens.ending },
    { path: patterns.actions, lazy: screens.actions },
    { path: patterns.actionsOf, lazy: screens.actionsOf },

    { path: patterns.goals, lazy: preparing('goals') },
    { path: patterns.messages, lazy: preparing('messages') },
    { path: patterns.resources, lazy: preparing('resources') },
    { path: patterns.resourceView, lazy: preparing('resources') },
    { path: patterns.coach, lazy: screens.coach },
    { path: patterns.profile, lazy: screens.profile },
    { path: paths.profileSection({ section: 'info' }), lazy: screens.profileInfo },
    { path: paths.profileSection({ section: 'contact' }), lazy: screens.profileContact },
    { path: paths.profileSection({ section: 'about' }), lazy: screens.profileAbout },
    { path: paths.profileSection({ section: 'account' }), lazy: screens.profileAccount },
    { path: paths.profileSection({ section: 'notifications' }), lazy: preparing('profile') },
    { path: patterns.settings, lazy: screens.settings },
  ]),
]
