import type { UserType } from '#contract/account/auth.ts'
import { paths } from '#web/paths.ts'
import { SIDEBAR, linksBeyond, type SidebarLink } from '#web/app/shell/navigation.ts'

/** What begins in a dialog over any screen, and has no address. */
export type Beginning = 'client' | 'action' | 'goal' | 'note'

/** Where an entry of the palette leads: to an address, or into a dialog. */
export type Destination = { to: string; begins?: never } | { begins: Beginning; to?: never }

/** A screen one can go to, or something one can begin; `label` is the key of its text. */
export type Command = { kind: 'screen' | 'create'; label: string } & Destination

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
const begin = (begins: Beginning): Command => ({
  kind: 'create',
  label: `palette.create.${begins}`,
  begins,
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
    create('session', paths.sessionNewCoach({ type: 'Client' })),
    begin('client'),
    begin('action'),
    begin('note'),
    create('memorandum', paths.memorandumNew()),
    begin('goal'),
    create('resource', paths.resourceNew({ type: 'file' })),
    create('group', paths.groupNew()),
    ...places(SIDEBAR.coach),
    screen('hours', paths.calendarSettings()),
    ...own,
    inSidebar('company', paths.company()),
    screen('customization', paths.profileSection({ section: 'customization' })),
  ],
  client: [
    create('request', paths.sessionNew()),
    begin('action'),
    begin('goal'),
    ...places(SIDEBAR.client),
    ...own,
  ],
}

function places(links: readonly SidebarLink[]): Command[] {
  return links.map(({ label, to }) => inSidebar(label, to))
}

/**
 * Everything a person of this type can go to or begin, in the order it is offered; `clientId` is the record of a client,
 * whose id is in the address of their sessions.
 */
export const commandsOf = (userType: UserType, clientId: string | null): readonly Command[] => [
  ...COMMANDS[userType],
  ...places(linksBeyond(userType, clientId)),
]

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

/** Those whose name begins with what was typed before those who have it further on; otherwise the order stays. */
export function beginningFirst<Named extends { fullName: string }>(
  found: readonly Named[],
  typed: string,
): Named[] {
  const begins = ({ fullName }: Named) => folded(fullName).startsWith(folded(typed))
  return [...found.filter(begins), ...found.filter((each) => !begins(each))]
}

/** Things to begin before screens, unless only screens have a name that begins with what was typed. */
export function byKind<Found extends { kind: Command['kind']; text: string }>(
  found: readonly Found[],
  typed: string,
): Found[] {
  const of = (kind: Command['kind']) => found.filter((each) => each.kind === kind)
  const begins = ({ text }: Found) => folded(text).startsWith(folded(typed))
  const [things, screens] = [of('create'), of('screen')]
  return screens.some(begins) && !things.some(begins) ? [...screens, ...things] : [...things, ...screens]
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

/** What somebody wants who types into the palette: to find, or to book with whom the rest of the text names. */
export type Wish = { books: boolean; search: string }

/** The fewest letters that are taken for the beginning of the verb, and not of a name. */
const FEWEST = 3

/**
 * "agendar con mar" asks to book with "mar"; `phrase` are the words before the name ("Agendar con"). The first of them has
 * to begin what is typed, the others may be missing.
 */
export function wishOf(typed: string, phrase: string): Wish {
  const search = typed.trim()
  const [verb = '', ...more] = folded(phrase).split(/\s+/).filter(Boolean)
  const [first = '', ...rest] = search.split(/\s+/)
  if (folded(first).length < FEWEST || !verb.startsWith(folded(first))) return { books: false, search }
  const names = rest.filter((word, place) => folded(word) !== more[place])
  return { books: true, search: names.join(' ') }
}
