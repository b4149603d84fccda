import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'

const SECRET = 'AGE-SECRET-KEY-1HP9ZK8C9EKKM22KUFD6ZCC35GZQ0TRRH902XNSCLMEYCSFM5UVCQNPGZQ4'
const PUBLIC = 'age1uwsl32j8uvjhxj34z0a750cfmzk6tegqfdndumlsqdarmcmzdyuqqsuk6f'
const backupsOf = (env: Record<string, string>) => {
  const { config, problems } = { config: undefined, ...parseConfig(env, []) } as ReturnType<
    typeof parseConfig
  > & {
    config?: { backups: object }
  }
  return config?.backups ?? problems
}

// @spec P.314
describe('the settings of backups', () => {
  test('say where, when, how many and for which key', () => {
    expect(backupsOf({})).toMatchObject({ folder: undefined, at: undefined, keep: 14, key: undefined })
    const env = { BACKUP_DIR: '/mnt/backups', BACKUP_AT: '03:30 America/Mexico_City', BACKUP_KEEP: '7' }
    expect(backupsOf({ ...env, BACKUP_KEY: PUBLIC })).toEqual({
      folder: '/mnt/backups',
      at: { minutesOfDay: 210, zone: 'America/Mexico_City' },
      keep: 7,
      key: PUBLIC,
    })
    expect(backupsOf({ ...env, BACKUP_AT: '23:59' })).toMatchObject({
      at: { minutesOfDay: 1439, zone: 'UTC' },
    })
    expect(backupsOf({ ...env, BACKUP_KEY: SECRET })).toMatchObject({ key: SECRET })
  })

  test.each([
    ['BACKUP_AT', '24:00', 'daily_time'],
    ['BACKUP_AT', '3:30', 'daily_time'],
    ['BACKUP_AT', '03:30 Mexico', 'daily_time'],
    ['BACKUP_AT', '03:30 America/Mexico_City UTC', 'daily_time'],
    ['BACKUP_KEEP', '0', 'integer'],
  ])('%s=%s is refused', (name, value, rule) => {
    expect(backupsOf({ BACKUP_DIR: '/mnt/backups', [name]: value })).toMatchObject([{ name, rule }])
  })

  test.each([
    `${PUBLIC.slice(0, -1)}q`,
    PUBLIC.slice(0, -1),
    SECRET.replace('HP9', 'HP8'),
    'contraseña',
    'age1',
  ])('a key with a typing error is refused, and not shown: %s', (key) => {
    expect(backupsOf({ BACKUP_KEY: key })).toEqual([{ name: 'BACKUP_KEY', rule: 'age_key' }])
  })

  test.each(['/var/norte', '/var/norte/', '/var/norte/backups', '/var/norte/x/../backups'])(
    'backups do not lie in the data folder: %s',
    (folder) => {
      expect(backupsOf({ DATA_DIR: '/var/norte', BACKUP_DIR: folder })).toEqual([
        { name: 'BACKUP_DIR', rule: 'backup_dir_in_data' },
      ])
      expect(backupsOf({ DATA_DIR: '/var/norte', BACKUP_DIR: '/var/norte-backups' })).toMatchObject({
        folder: '/var/norte-backups',
      })
    },
  )

  test('BACKUP_AT needs a folder', () => {
    expect(backupsOf({ BACKUP_AT: '03:30' })).toEqual([{ name: 'BACKUP_DIR', rule: 'backup_dir_needed' }])
  })
})
