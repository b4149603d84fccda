import type { UserType } from '#contract/account/auth.ts'
import { paths } from '#web/paths.ts'
import { SIDEBAR } from '#web/app/shell/navigation.ts'

/** A screen one can go to, or something one can begin; `label` is the key of its text. */
export type Command = { kind: 'screen' | 'create'; label: string; to: string }

const screen = (name: string, to: string): Command => ({
  kind: 'screen',
  label: `palette.screens.${name}`,
  to,
})
const inSidebar = (name: string, to: string): Command => ({ kind: 'screen', label: `screens.${name}`, to })
const create = (name: string, to: string): Command => ({
  kind: 'create',
  label: `palette.create.${name}`,
  to,
})

const own = [
  screen('notifications', paths.notifications()),
  screen('ending', paths.ending()),
  inSidebar('profile', paths.profile()),
  screen('info', paths.profileSection({ section: 'info' })),
  screen('contact', paths.profileSection({ section: 'contact' })),
  screen('about', paths.profileSection({ section: 'about' })),
  screen('account', paths.profileSection({ section: 'account' })),
  inSidebar('settings', paths.settings()),
]

const COMMANDS: Record<UserType, readonly Command[]> = {
  coach: [
    create('client', paths.clientNew()),
    create('group', paths.groupNew()),
    create('session', paths.sessionNewCoach({ type: 'Client' })),
    ...sidebar('coach'),
    inSidebar('allSessions', paths.sessions()),
    screen('hours', paths.calendarSettings()),
    ...own,
    inSidebar('company', paths.company()),
    screen('customization', paths.profileSection({ section: 'customization' })),
  ],
  client: [
    create('request', paths.sessionNew()),
    ...sidebar('client'),
    inSidebar('coach', paths.coach()),
    ...own,
  ],
}

function sidebar(userType: UserType): Command[] {
  return SIDEBAR[userType].map(({ label, to }) => inSidebar(label, to))
}

/** Everything a person of this type can go to or begin, in the order it is offered. */
export const commandsOf = (userType: UserType): readonly Command[] => COMMANDS[userType]

/** Without accents and case: nobody types them into a search. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** The entries whose text has a word for every word that was typed, beginning alike; all of them for nothing typed. */
export function matching<Entry extends { text: string }>(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean)
  return entries.filter(({ text }) => {
    const words = folded(text).split(/[^\p{L}\p{N}]+/u)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  })
}

/** Where the arrow keys lead: round at both ends. */
export function nextIndex(index: number, key: string, count: number): number {
  if (count === 0) return 0
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return index
  }
}
