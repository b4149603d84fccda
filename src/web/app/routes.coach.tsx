import type { RouteObject } from 'react-router'
import { paths, patterns } from '#web/paths.ts'
import { framed } from './framed.tsx'
import { preparing, screens } from './screens.tsx'

/** The places of a coach (spec §2). Those marked `preparing` come with later features (product D21). */
export const coachRoutes: RouteObject[] = [
  { path: patterns.payment, lazy: screens.payment },
  framed([
    { path: patterns.dashboard, lazy: screens.dashboardCoach },
    { path: patterns.notifications, lazy: screens.notifications },

    { path: patterns.clients, lazy: screens.clients },
    { path: patterns.clientNew, lazy: screens.clientNew },
    { path: patterns.clientEdit, lazy: screens.clientEdit },
    { path: patterns.clientImport, lazy: screens.clientImport },
    { path: patterns.clientView, lazy: screens.client },

    { path: patterns.groups, lazy: screens.groups },
    { path: patterns.groupNew, lazy: screens.groupNew },
    { path: patterns.groupEdit, lazy: screens.groupEdit },
    { path: patterns.groupView, lazy: screens.group },

    { path: patterns.calendar, lazy: screens.calendar },
    { path: patterns.calendarSettings, lazy: screens.calendarSettings },
    { path: patterns.sessionNewCoach, lazy: screens.sessionNewCoach },
    { path: patterns.sessionEdit, lazy: screens.sessionEdit },
    { path: patterns.sessionView, lazy: screens.sessionView },
    { path: patterns.sessionBrief, lazy: screens.sessionBrief },
    { path: patterns.sessionConfirm, lazy: screens.sessionConfirm },
    { path: patterns.sessionFinished, lazy: screens.sessionFinished },
    { path: patterns.sessionsOf, lazy: screens.sessionsOf },
    { path: patterns.ending, lazy: screens.endingList },
    { path: patterns.endingOf, lazy: screens.ending },
    { path: patterns.actionsOf, lazy: screens.actionsOf },

    { path: patterns.messages, lazy: preparing('messages') },
    { path: patterns.messagesOf, lazy: preparing('messages') },
    { path: patterns.resources, lazy: preparing('resources') },
    { path: patterns.memorandums, lazy: preparing('memorandums') },
    { path: patterns.profile, lazy: screens.profile },
    { path: paths.profileSection({ section: 'info' }), lazy: screens.profileInfo },
    { path: paths.profileSection({ section: 'contact' }), lazy: screens.profileContact },
    { path: paths.profileSection({ section: 'about' }), lazy: screens.profileAbout },
    { path: paths.profileSection({ section: 'account' }), lazy: screens.profileAccount },
    { path: paths.profileSection({ section: 'notifications' }), lazy: preparing('profile') },
    { path: paths.profileSection({ section: 'customization' }), lazy: screens.customization },
    { path: paths.profileSection({ section: 'payment' }), lazy: preparing('profile') },
    { path: patterns.company, lazy: screens.company },
    { path: patterns.settings, lazy: screens.settings },
  ]),
]
