import type { EventInput } from '@fullcalendar/react'
import type { TFunction } from 'i18next'
import { toIso } from '#time/clock.ts'
import { formatWallTime } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { shownStatus } from '#web/widgets/session/session-look.ts'
import { noteKey, noteLink, stateOf, type DayNote, type Entry } from '../entries.ts'
import { hoursText } from '#web/features/calendar/days/override-ranges.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './CalendarGrid.module.css'

/** The entry of a grid event; undefined for a range that is being drawn. */
export type Shown = { entry?: Entry; note?: DayNote; title?: string }

type Texts = TFunction<['calendar', 'schedule']>

/** An entry as a grid event. Its title is its name for screen readers, so it includes the status in words. */
export function eventOf(entry: Entry, side: Viewer['side'], t: Texts): EventInput {
  const title = entryTitle(entry, side, t)
  const isDraggable =
    side === 'coach' &&
    !entry.unsaved &&
    (entry.kind === 'block' ||
      (entry.kind === 'session' && entry.session.allowedActions.includes('reschedule')))
  const shown: Shown = { entry, title }
  return {
    id: entry.id,
    title,
    start: toIso(entry.start),
    end: toIso(entry.end),
    color: `var(--state-${stateOf(entry)}-line)`,
    editable: isDraggable,
    className: [classes.event, isPale(entry) && classes.pale].filter(Boolean).join(' '),
    extendedProps: shown,
    rank: 0,
    ...(entry.kind === 'session' && { url: paths.sessionView({ sessionId: entry.session.id }) }),
  }
}

/** The notes of a day as grid events. */
export function noteEventOf(note: DayNote, t: Texts): EventInput {
  const title = noteTitle(note, t)
  const shown: Shown = { note, title }
  const url = noteLink(note)
  return {
    id: noteKey(note),
    title,
    start: note.date,
    allDay: true,
    color: `var(--tone-${noteTone(note)})`,
    editable: false,
    interactive: url !== undefined,
    className: [classes.event, url === undefined && classes.note].filter(Boolean).join(' '),
    extendedProps: shown,
    ...(url !== undefined && { url }),
    // In the order of the day; the library's own is that of their titles.
    ...(note.kind === 'memorandum' && { place: note.memorandum.time }),
    // In a month, which shows only the first few of a day, sessions come before what is to be done.
    rank: note.kind === 'memorandum' || note.kind === 'action' ? 1 : 0,
  }
}

/** The short name of an entry. */
export function entryTitle(entry: Entry, side: Viewer['side'], t: Texts): string {
  switch (entry.kind) {
    case 'session':
      return entry.session.title
    case 'move':
      return t(`calendar:moveAsked.${side}`, { title: entry.session.title })
    case 'block':
      return entry.block.title ?? t('calendar:blocked')
    case 'external':
      return entry.title ?? t('calendar:external')
  }
}

/** The notes of a day, in words. */
export function noteTitle(note: DayNote, t: Texts): string {
  switch (note.kind) {
    case 'holiday': {
      const name = t(`schedule:holidays.${note.holiday}`)
      return note.closed ? t('schedule:warnings.holiday', { name }) : name
    }
    case 'override': {
      const hours = hoursText(note.windows, currentLanguage())
      return hours === '' ? t('calendar:dayClosed') : t('calendar:dayHours', { hours })
    }
    case 'action':
      return note.action.overdue ? t('calendar:overdue', { text: note.action.text }) : note.action.text
    case 'memorandum':
      return `${formatWallTime(note.memorandum.time, currentLanguage())} ${note.memorandum.description}`
  }
}

function noteTone(note: DayNote): string {
  if (note.kind === 'action') return note.action.overdue ? 'negative' : 'info'
  return note.kind === 'holiday' && note.closed ? 'warning' : 'neutral'
}

/** Unconfirmed times are drawn as an outline. */
function isPale(entry: Entry): boolean {
  if (entry.kind === 'move' || entry.unsaved) return true
  return entry.kind === 'session' && ['requested', 'proposed'].includes(shownStatus(entry.session))
}
