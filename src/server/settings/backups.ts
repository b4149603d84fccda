import { z } from 'zod'
import { isTimeZone } from '#time/zones.ts'
import { isBech32 } from './bech32.ts'
import { setting } from './setting.ts'
import { type Value, folder, integer } from './values.ts'

/** A time of day in a zone. */
export type DailyTime = { minutesOfDay: number; zone: string }

/** `HH:MM`, with an IANA zone after a space; UTC without. */
function dailyTime(): Value<DailyTime> {
  const schema = z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?: \S+)?$/)
    .transform((text) => {
      const [time = '', zone = 'UTC'] = text.split(' ')
      const [hour, minute] = time.split(':').map(Number)
      return { minutesOfDay: hour! * 60 + minute!, zone }
    })
    .refine(({ zone }) => isTimeZone(zone))
  return { schema, rule: 'daily_time' }
}

/** A key of age for one recipient (https://age-encryption.org/v1), the public or the secret one. */
function ageKey(): Value<string> {
  const schema = z
    .string()
    .refine((text) =>
      text.startsWith('age1')
        ? isBech32(text, 'age', 32)
        : isBech32(text.toLowerCase(), 'age-secret-key-', 32),
    )
  return { schema, rule: 'age_key' }
}

/** Where backups lie, and when they are made. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: setting(folder(), {
    doc: 'Folder of the backups, best on another disk or machine (see "Backup and restore").',
  }),
  BACKUP_AT: setting(dailyTime(), {
    presetDoc: 'only by `npm run backup`',
    doc: 'When a worker makes a backup every day, with BACKUP_DIR: `03:30`, in UTC, or `03:30 America/Mexico_City`. One that was missed is made soon after the next start.',
  }),
  BACKUP_KEEP: setting(integer(1, 10_000), {
    preset: '14',
    doc: 'How many backups stay. Older ones are removed once a new one is complete.',
  }),
  BACKUP_KEY: setting(ageKey(), {
    presetDoc: 'backups are not encrypted',
    secret: true,
    doc: 'Encrypts backups in the format of age: a public key (`age1…`) is enough to make them, to restore one it is the secret one (`AGE-SECRET-KEY-1…`). `npm run backup -- --new-key` makes both.',
  }),
}
