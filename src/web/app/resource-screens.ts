import { patterns } from '#web/paths.ts'

/** The screens of resources (product §14): lines of the table of screens. */
export const resourceScreens = {
  resources: {
    at: patterns.resources,
    for: 'signedIn',
    load: () => import('#web/features/resources/list/ResourcesScreen.tsx'),
    texts: ['resources'],
  },
  resourcesOfSession: {
    at: patterns.resourcesOfSession,
    for: 'coach',
    load: () => import('#web/features/resources/list/SessionResourcesScreen.tsx'),
    texts: ['resources'],
  },
  resourcesOf: {
    at: patterns.resourcesOf,
    for: 'signedIn',
    load: () => import('#web/features/resources/given/ResourcesOfScreen.tsx'),
    texts: ['resources'],
  },
  resourceNew: {
    at: patterns.resourceNew,
    for: 'coach',
    load: () => import('#web/features/resources/edit/ResourceNewScreen.tsx'),
    texts: ['resources', 'validation'],
  },
  resourceEdit: {
    at: patterns.resourceEdit,
    for: 'coach',
    load: () => import('#web/features/resources/edit/ResourceEditScreen.tsx'),
    texts: ['resources', 'validation'],
  },
  resourceView: {
    at: patterns.resourceView,
    for: 'signedIn',
    load: () => import('#web/features/resources/view/ResourceViewScreen.tsx'),
    texts: ['resources'],
  },
} as const
