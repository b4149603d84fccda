import { Avatar } from '@mantine/core'

type Props = {
  /** The person's whole name; its initials stand in for a picture. */
  name: string
  src?: string | null | undefined
  size?: number
  /** Decorative (the default) where the name stands beside it. */
  labelled?: boolean
}

/** A person's picture, or the initials of their name. */
export function PersonAvatar({ name, src, size = 38, labelled = false }: Props) {
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
      {initials(name)}
    </Avatar>
  )
}

/** First letters of the first and the last word: "Ana María López" → "AL". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}
