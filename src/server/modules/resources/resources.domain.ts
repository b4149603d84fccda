import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ResourceState, ResourceStatus, ResourceType } from '#contract/resources/resources.ts'
import type { DateOn } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import { searchWords } from '../notes/notes.domain.ts'

/** What a resource is made of; which of it depends on its type. */
export type Content = { fileId: string | null; url: string | null; body: string | null }

/**
 * What is missing or too much in the content of a type (product §14): a file is a file, a link an address, a text its
 * words; a video or an audio is a file or an address.
 */
export function contentErrors(type: ResourceType, content: Content): Record<string, string> {
  const wanted = CONTENTS[type]
  const errors: Record<string, string> = {}
  for (const part of ['fileId', 'url', 'body'] as const) {
    if (content[part] && !wanted.includes(part)) errors[part] = 'unknown_key'
  }
  const given = wanted.filter((part) => content[part])
  if (given.length === 0) errors[wanted[0]!] = 'required'
  if (given.length > 1) errors['url'] = 'file_or_url'
  return errors
}

const CONTENTS: Record<ResourceType, readonly (keyof Content)[]> = {
  file: ['fileId'],
  link: ['url'],
  video: ['fileId', 'url'],
  audio: ['fileId', 'url'],
  text: ['body'],
}

/** How far somebody is with a resource, by when they opened and completed it (product §14). */
export function stateOf(progress: { viewedAt: EpochMs | null; completedAt: EpochMs | null }): ResourceState {
  if (progress.completedAt !== null) return 'completed'
  return progress.viewedAt === null ? 'assigned' : 'viewed'
}

/** Whether it is past its date in the person's zone and not completed. */
export function isOverdue(
  given: { dueOn: DateOn | null; completedAt: EpochMs | null },
  timezone: string,
  now: EpochMs,
): boolean {
  return given.completedAt === null && given.dueOn !== null && given.dueOn < dateOf(now, timezone)
}

/** Whether it can be given to somebody now: neither a draft nor one that was put away. */
export function canBeGiven(status: ResourceStatus): boolean {
  return status === 'published'
}

/** Whether a client in this state is given new resources: not once they declined or their process ended (product §6). */
export function takesResources(process: ClientStatus): boolean {
  return process !== 'declined' && process !== 'finished' && process !== 'archived'
}

/** Whether a group in this state is given new resources: not once it has ended (product §7). */
export function groupTakesResources(status: GroupStatus): boolean {
  return status !== 'finished' && status !== 'archived'
}

/** Until when an address of a file is valid that was asked for now: long enough to watch it. */
export function addressEnd(now: EpochMs): EpochMs {
  return epochMs(now + HOUR_MS)
}

/** How long a file may be uploaded, or wait for the resource it is for. */
export const UNUSED_FILE_MS = DAY_MS

/**
 * The words of a search that are looked for in texts, as these are split: at all but letters and decimal digits. Nearly
 * every text has a word that begins with any two letters, so those are left out.
 */
export function wordsInTexts(search: string): string[] {
  return searchWords(search.replace(/[\p{Nl}\p{No}]+/gu, ' ')).filter(
    (word) => word.length > 2 || /\p{Nd}/u.test(word),
  )
}
