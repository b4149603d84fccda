import { Avatar } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** The full name; its initials replace a missing picture. */
  name: string
  /** The surnames, if they are known separately. */
  lastName?: string | undefined
  src?: string | null | undefined
  /** Shown where there is no name yet either, instead of a person. */
  nameless?: ReactNode
  size?: number
  /** Decorative (the default) where the name is shown beside it. */
  labelled?: boolean
}

/** A person's picture, or their initials. */
export function PersonAvatar({ name, lastName, src, nameless, size = 38, labelled = false }: Props) {
  return (
    <Avatar
      src={src ?? null}
      size={size}
      radius="50%"
      alt={labelled ? name : ''}
      aria-hidden={labelled ? undefined : true}
      styles={{
        placeholder: {
          background: 'var(--norte-accent-soft)',
          color: 'var(--norte-accent-on-soft)',
          fontWeight: 650,
          fontSize: Math.round(size * 0.38),
          border: 0,
        },
      }}
    >
      {initials(name, lastName) || nameless}
    </Avatar>
  )
}

/**
 * First letters of the first given name and the first surname. Most people here have two surnames, and some have two
 * given names: of three words the second is the surname, of four or more the last but one ("Laura Méndez Ortiz" → "LM",
 * "Ana María López Ruiz" → "AL"). Particles such as "de la" belong to the following word. A surname known separately is
 * used instead.
 */
export function initials(name: string, lastName?: string): string {
  const firstOf = (word: string | undefined) => [...(word ?? '')][0] ?? ''
  const words = wordsOf(name)
  const surnames = lastName === undefined ? undefined : wordsOf(lastName)
  const surname = surnames ? surnames[0] : words[words.length < 4 ? 1 : words.length - 2]
  return (firstOf(words[0]) + firstOf(surname)).toLocaleUpperCase()
}

const SMALL = /^(?:de|del|la|las|los|el|y|e|da|do|dos|van|von|der|den)$/i

function wordsOf(name: string): string[] {
  const words = name.trim().split(/\s+/)
  const large = words.filter((word) => !SMALL.test(word))
  return large.length > 0 ? large : words
}
