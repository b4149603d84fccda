import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '#test/support/effort/cpu-time.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { readBusyTimes } from './ics-busy.ts'

const NOW = fromIso('2027-02-02T15:00:00Z')
const query = {
  from: epochMs(NOW - DAY_MS),
  to: epochMs(NOW + 400 * DAY_MS),
  zone: 'America/Mexico_City',
  most: 5_000,
}

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT']

function busy(...lines: string[]): string[] {
  const read = readBusyTimes(file(...lines), query)
  if ('failure' in read) throw new Error(read.failure)
  return read.times.map(
    ({ startsAt, endsAt }) => `${toIso(startsAt).slice(0, 16)}/${toIso(endsAt).slice(0, 16)}`,
  )
}

describe('one entry', () => {
  test.each([
    ['in UTC', ['DTSTART:20270203T150000Z', 'DTEND:20270203T160000Z'], '2027-02-03T15:00/2027-02-03T16:00'],
    [
      'in a zone',
      ['DTSTART;TZID=America/Tijuana:20270203T090000', 'DTEND;TZID=America/Tijuana:20270203T100000'],
      '2027-02-03T17:00/2027-02-03T18:00',
    ],
    // Family 19: a wall time is not UTC.
    [
      'on no wall in particular, so on the reader’s',
      ['DTSTART:20270203T090000', 'DURATION:PT1H30M'],
      '2027-02-03T15:00/2027-02-03T16:30',
    ],
    ['of a whole date, the reader’s', ['DTSTART;VALUE=DATE:20270203'], '2027-02-03T06:00/2027-02-04T06:00'],
    [
      'of several dates, the end excluded',
      ['DTSTART;VALUE=DATE:20270203', 'DTEND;VALUE=DATE:20270206'],
      '2027-02-03T06:00/2027-02-06T06:00',
    ],
    [
      'that began before what is looked at',
      ['DTSTART;VALUE=DATE:20270101', 'DTEND;VALUE=DATE:20270210'],
      '2027-01-01T06:00/2027-02-10T06:00',
    ],
    [
      'with a zone at the end of a longer name',
      ['DTSTART;TZID=/example.org/20270101/Europe/Madrid:20270203T100000', 'DURATION:PT1H'],
      '2027-02-03T09:00/2027-02-03T10:00',
    ],
  ])('%s', (_, lines, expected) => {
    expect(busy(...event(...lines))).toEqual([expected])
  })

  test.each([
    ['free', ['DTSTART:20270203T150000Z', 'DTEND:20270203T160000Z', 'TRANSP:TRANSPARENT']],
    ['called off', ['DTSTART:20270203T150000Z', 'DTEND:20270203T160000Z', 'STATUS:CANCELLED']],
    ['free for Outlook', ['DTSTART:20270203T150000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
    ['without length', ['DTSTART:20270203T150000Z']],
    ['that ends before it starts', ['DTSTART:20270203T150000Z', 'DTEND:20270203T140000Z']],
    ['long past', ['DTSTART:20200203T150000Z', 'DURATION:PT1H']],
    ['far ahead', ['DTSTART:20290203T150000Z', 'DURATION:PT1H']],
    ['that cannot be read', ['DTSTART:mañana', 'DURATION:PT1H']],
    ['on a date that does not exist', ['DTSTART;VALUE=DATE:20270230']],
  ])('%s takes no time', (_, lines) => {
    expect(busy(...event(...lines))).toEqual([])
  })

  test('has a title without control characters, cut if it is too long, or null', () => {
    const titleOf = (summary: string) => {
      const read = readBusyTimes(file(...event('DTSTART:20270203T150000Z', 'DURATION:PT1H', summary)), query)
      return 'times' in read ? read.times[0]!.title : read
    }
    expect(titleOf('SUMMARY:Junta\\, con\\nAna\u0000')).toBe('Junta, con Ana')
    expect(titleOf(`SUMMARY:${'é'.repeat(300)}`)).toBe('é'.repeat(200))
    expect(titleOf('SUMMARY:')).toBeNull()
    expect(titleOf('X-NOTHING:1')).toBeNull()
  })
})

describe('repetitions', () => {
  const mornings = [
    'DTSTART;TZID=America/Tijuana:20270308T090000',
    'DTEND;TZID=America/Tijuana:20270308T100000',
  ]

  test('keep their wall time across 14 March 2027', () => {
    expect(busy(...event(...mornings, 'RRULE:FREQ=WEEKLY;COUNT=3'))).toEqual([
      '2027-03-08T17:00/2027-03-08T18:00',
      '2027-03-15T16:00/2027-03-15T17:00',
      '2027-03-22T16:00/2027-03-22T17:00',
    ])
  })

  test('that began years ago are found, those that have ended are not', () => {
    const old = ['DTSTART;TZID=America/Mexico_City:20050105T090000', 'DURATION:PT1H']
    const found = busy(...event(...old, 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE'))
    expect(found.slice(0, 2)).toEqual([
      '2027-02-01T15:00/2027-02-01T16:00',
      '2027-02-03T15:00/2027-02-03T16:00',
    ])
    expect(found.length).toBeGreaterThan(100)
    expect(busy(...event(...old, 'RRULE:FREQ=WEEKLY;UNTIL=20200101T000000Z'))).toEqual([])
    expect(busy(...event(...old, 'RRULE:FREQ=DAILY;COUNT=8000'))).toEqual([])
  })

  test('end with UNTIL, included, as an instant or a date', () => {
    expect(busy(...event(...mornings, 'RRULE:FREQ=DAILY;UNTIL=20270309T170000Z'))).toHaveLength(2)
    expect(busy(...event(...mornings, 'RRULE:FREQ=DAILY;UNTIL=20270309T165959Z'))).toHaveLength(1)
    expect(busy(...event(...mornings, 'RRULE:FREQ=DAILY;UNTIL=20270310'))).toHaveLength(3)
  })

  test('leave out exceptions and add what is listed', () => {
    const lines = [
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=America/Tijuana:20270309T090000',
      'EXDATE;VALUE=DATE:20270310',
      'RDATE;TZID=America/Tijuana:20270320T120000',
    ]
    expect(busy(...event(...mornings, ...lines))).toEqual([
      '2027-03-08T17:00/2027-03-08T18:00',
      '2027-03-11T17:00/2027-03-11T18:00',
      '2027-03-20T19:00/2027-03-20T20:00',
    ])
  })

  test('are replaced by an occurrence that was moved or cancelled', () => {
    const series = event(...mornings, 'RRULE:FREQ=DAILY;COUNT=3')
    const moved = event(
      'RECURRENCE-ID;TZID=America/Tijuana:20270309T090000',
      'DTSTART;TZID=America/Tijuana:20270309T150000',
      'DURATION:PT30M',
    )
    const off = event(
      'RECURRENCE-ID:20270310T170000Z',
      'DTSTART:20270310T170000Z',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    )
    expect(busy(...series, ...moved, ...off)).toEqual([
      '2027-03-08T17:00/2027-03-08T18:00',
      '2027-03-09T23:00/2027-03-09T23:30',
    ])
  })

  test('of whole dates last as long as the dates do', () => {
    const read = readBusyTimes(file(...event('DTSTART;VALUE=DATE:20270313', 'RRULE:FREQ=DAILY;COUNT=3')), {
      ...query,
      zone: 'America/Tijuana',
    })
    const hours = 'times' in read && read.times.map(({ startsAt, endsAt }) => (endsAt - startsAt) / 3_600_000)
    expect(hours).toEqual([24, 23, 24])
  })

  test('more frequent than any person’s count once', () => {
    expect(busy(...event(...mornings, 'RRULE:FREQ=SECONDLY'))).toHaveLength(1)
    expect(busy(...event(...mornings, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))).toHaveLength(1)
  })
})

describe('zones', () => {
  const mexican = [
    'BEGIN:VTIMEZONE',
    'TZID:America/Mexico_City',
    'BEGIN:STANDARD',
    'DTSTART:19961027T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0600',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19960407T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU',
    'TZOFFSETFROM:-0600',
    'TZOFFSETTO:-0500',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]
  const inJuly = (zone: string) => event(`DTSTART;TZID=${zone}:20270705T090000`, 'DURATION:PT1H')

  // Family 17: files contain rules that have been out of force since 30 October 2022.
  test('with known names use the current rules, not those in the file', () => {
    expect(busy(...mexican, ...inJuly('America/Mexico_City'))).toEqual(['2027-07-05T15:00/2027-07-05T16:00'])
  })

  test('with other names use the file’s own rules', () => {
    const named = mexican.map((line) => line.replace('America/Mexico_City', 'Hora de verano'))
    expect(busy(...named, ...inJuly('Hora de verano'))).toEqual(['2027-07-05T14:00/2027-07-05T15:00'])
    const inMarch = event('DTSTART;TZID=Hora de verano:20270305T090000', 'DURATION:PT1H')
    expect(busy(...named, ...inMarch)).toEqual(['2027-03-05T15:00/2027-03-05T16:00'])
  })

  test('with other names are fast enough for the thousands of entries of a busy person', () => {
    const named = mexican.map((line) => line.replace('America/Mexico_City', 'Hora de verano'))
    const starts = Array.from({ length: 4_500 }, (_, index) => toIso(epochMs(NOW + index * 2 * HOUR_MS)))
    const all = starts.flatMap((start) =>
      event(`DTSTART;TZID=Hora de verano:${start.replaceAll(/[-:]|\.000Z/g, '')}`, 'DURATION:PT1H'),
    )
    expect(busy(...named, ...all)).toHaveLength(4_500)
  })

  test('with unknown names and no rules are the reader’s', () => {
    expect(busy(...inJuly('Nowhere'))).toEqual(['2027-07-05T15:00/2027-07-05T16:00'])
  })
})

describe('a file', () => {
  const failure = (text: string, most = 5_000) => {
    const read = readBusyTimes(text, { ...query, most })
    return 'failure' in read ? read.failure : read.times.length
  }

  test.each([
    ['of nothing', ''],
    ['that is a page', '<!doctype html><title>BEGIN:VCALENDAR</title>'],
    ['cut off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270203T150000Z'],
  ])('%s is no calendar', (_, text) => {
    expect(failure(text)).toBe('not_calendar')
  })

  test('with a byte order mark, other line ends, folded and broken lines is one', () => {
    const lines = ['DTSTART:2027020', ' 3T150000Z', 'DURATION:PT1H', 'a line of nobody', 'X-BAD']
    expect(failure(`\uFEFF${file(...event(...lines)).replaceAll('\r\n', '\n')}`)).toBe(1)
  })

  test('with more busy times than the limit is too large', () => {
    const often = file(...event('DTSTART:20270203T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'))
    expect(failure(often, 100)).toBe('too_large')
    expect(failure(often)).toBeGreaterThan(390)
  })

  const once = ['DTSTART:20200203T150000Z', 'DURATION:PT1H']
  // Each of these kept a parser busy for half a minute or forever, and the server with it. The test's own time limit
  // would end it.
  test.each([
    [
      'a zone that never comes round',
      [
        ...zone('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
        ...many(2000, 'DTSTART;TZID=X:20270203T150000', 'DURATION:PT1H'),
      ],
      2000,
    ],
    [
      'rules that count from 1900',
      many(5000, 'DTSTART:19000101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;COUNT=90000'),
      'too_large',
    ],
    [
      'one entry many times over, and as many that were moved',
      [...many(10_000, ...once, 'RECURRENCE-ID:20200203T150000Z'), ...many(10_000, ...once)],
      'too_large',
    ],
    [
      'a zone that changes without end',
      [...zone(`FREQ=YEARLY\r\nRDATE:${Array(60_000).fill('19700101T000000').join()}`), ...inZone(10_000)],
      0,
    ],
    ['a zone of zones', [...zone('FREQ=YEARLY', 12_000), ...inZone(12_000)], 'too_large'],
    ['parameters without end', event(`DTSTART${';X=1'.repeat(200_000)}:20270203T150000Z`), 0],
    ['parameters without end behind a quoted colon', longHead(';X=1'.repeat(200_000)), 0],
    ['a zone without end behind a quoted colon', longHead(`;TZID=${'a'.repeat(1_900_000)}`), 0],
    ['a rule whose years no calendar reaches', [...zone('FREQ=YEARLY;INTERVAL=1000000000'), ...inZone(1)], 0],
    ['two megabytes of one line', event(`SUMMARY:${'\\,'.repeat(900_000)}`), 0],
    ['calendars within calendars', Array.from({ length: 100_000 }, () => 'BEGIN:VCALENDAR'), 'not_calendar'],
  ] as const)('of %s is read quickly', (_, lines, expected) => {
    let found: unknown
    expect(cpuTimeOf(() => (found = failure(file(lines.join('\r\n')))))).toBeLessThan(10_000)
    expect(found).toBe(expected)
  })

  test('reads the parameters it needs from a line, wherever a program puts colons and quotes', () => {
    const zoned = 'X="a:b;TZID=Europe/Rome";TZID="America/Tijuana";Y=:"'
    expect(busy(...event(`DTSTART;${zoned}:20270203T090000`, 'DURATION:PT1H'))).toEqual([])
    expect(busy(...event(`DTSTART;${zoned.slice(0, -4)}:20270203T090000`, 'DURATION:PT1H'))).toEqual([
      '2027-02-03T17:00/2027-02-03T18:00',
    ])
    expect(busy(...event('DTSTART;X="a\\":20270203T150000Z', 'DURATION;Y="b":PT1H'))).toEqual([
      '2027-02-03T15:00/2027-02-03T16:00',
    ])
  })

  function longHead(parameters: string): string[] {
    return event(`DTSTART;Y=":"${parameters}:20270203T150000Z`, 'DURATION:PT1H')
  }
  function zone(rule: string, times = 1): string[] {
    const part = ['DTSTART:19700101T000000', `RRULE:${rule}`, 'TZOFFSETFROM:-0600', 'TZOFFSETTO:-0500']
    const parts = Array.from({ length: times }, () => ['BEGIN:STANDARD', ...part, 'END:STANDARD']).flat()
    return ['BEGIN:VTIMEZONE', 'TZID:X', ...parts, 'END:VTIMEZONE']
  }
  /** Past entries in the zone X, each at a different time. */
  function inZone(times: number): string[] {
    const start = (index: number) => toIso(epochMs(fromIso('2020-01-01T00:00:00Z') + index * HOUR_MS))
    return Array.from({ length: times }, (_, index) =>
      event(`DTSTART;TZID=X:${start(index).replaceAll(/[-:]|\.000Z/g, '')}`, 'DURATION:PT1H'),
    ).flat()
  }
  function many(times: number, ...lines: string[]): string[] {
    return Array.from({ length: times }, () => event(...lines)).flat()
  }
})
