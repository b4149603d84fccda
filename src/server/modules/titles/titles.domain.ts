/** What a default title is made from: the other person's or group's name, and the number; null for one that is off. */
export type Untitled = { name: string; number: number | null }

/** What the title of a session is made from. */
export type Titled = {
  /** The title the coach chose. */
  title: string | null
  number: number | null
  coachName: string
  clientName: string | null
  groupName: string | null
}

/** Who reads it. A person told of something that is in no practice reads it as a coach does. */
export type TitleReader = { side: 'coach' | 'client' | 'person'; language: string }

/** The product's texts, by language and `ns:key`. */
export type Words = { text(language: string, key: string, params: Record<string, string | number>): string }

/** The title as one side reads it; a default one names the other person, or the group (product §9). */
export function titleFor(session: Titled, reader: TitleReader, words: Words): string {
  if (session.title !== null) return session.title
  const person = reader.side === 'client' ? session.coachName : (session.clientName ?? '')
  const untitled = { name: session.groupName ?? person, number: session.number }
  return defaultTitle(untitled, reader.language, words)
}

/** "Sesión {n} con {nombre}" (product §9); without a number for a session that is off. */
export function defaultTitle({ name, number }: Untitled, language: string, words: Words): string {
  return number === null
    ? words.text(language, 'defaults:session_title_off', { name })
    : words.text(language, 'defaults:session_title', { name, number })
}
