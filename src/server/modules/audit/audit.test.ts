import { describe, expect, test } from 'vitest'
import type { AuditEntryId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { type StoredEntry, canonical, maskedEmail, storedPersonal } from './audit.domain.ts'

const entry: StoredEntry = {
  id: '01890000-0000-7000-8000-000000000001' as AuditEntryId,
  at: fromIso('2027-02-02T15:00:00.000Z'),
  kind: 'sign_in.opened',
  userId: '01890000-0000-7000-8000-000000000002',
  actor: 'person',
  actorUserId: '01890000-0000-7000-8000-000000000002',
  operator: null,
  detail: '{"v":1}',
  detailHash: Buffer.from('ab', 'hex'),
}

describe('an entry of the audit log', () => {
  test('has one text for ever: another would break the chains that exist', () => {
    expect(canonical(entry)).toBe(
      '["norte audit 1","01890000-0000-7000-8000-000000000001",1801580400000,"sign_in.opened",' +
        '"01890000-0000-7000-8000-000000000002","person","01890000-0000-7000-8000-000000000002",null,' +
        '"{\\"v\\":1}","ab"]',
    )
  })

  test.each(Object.keys(entry) as (keyof StoredEntry)[])('has another text with another %s', (field) => {
    const other = field === 'at' ? entry.at + 1 : field === 'detailHash' ? Buffer.from('ac', 'hex') : 'other'
    expect(canonical({ ...entry, [field]: other })).not.toBe(canonical(entry))
  })

  test('keeps a browser’s name short, and nothing of what is not known', () => {
    const of = (userAgent?: string) =>
      storedPersonal({
        kind: 'sign_in.failed',
        userId: null,
        actor: 'unknown',
        origin: { address: '203.0.113.7', userAgent },
      })
    expect(of()).toBe('{"address":"203.0.113.7"}')
    expect(JSON.parse(of('x'.repeat(5_000)))).toEqual({ address: '203.0.113.7', userAgent: 'x'.repeat(300) })
  })
})

test.each([
  ['ana.lopez@correo.example', 'a…@c….example'],
  ['a@b', 'a…@b…'],
  ['raro"@"x@correo.mx', 'r…@c….mx'],
])('%s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})
