import { z } from 'zod'
import { Channel } from '#contract/calendar/calendar.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { GroupBody, type GroupDetail, NewGroupBody, endsAfterStart } from '#contract/groups.ts'
import { modalityOf } from '#contract/sessions/channels.ts'
import { Modality } from '#contract/sessions/sessions.ts'

const { name, capacity, description, objective, companyName, startDate, endDate } = GroupBody.shape

/** A group as the form validates it (product §7): by the contract, with every optional field nullable. */
export const GroupFormSchema = z
  .object({
    name: name.unwrap(),
    capacity: capacity.unwrap(),
    description,
    objective,
    companyName,
    startDate,
    endDate,
    modality: Modality.optional(),
    channel: Channel.optional(),
  })
  .refine(endsAfterStart, { path: ['endDate'], error: 'end_before_start' })

/** The values of the form; an empty text means no value. */
export type GroupForm = {
  name: string
  capacity: number | ''
  description: string
  objective: string
  companyName: string
  startDate: string
  endDate: string
  modality: Modality | ''
  channel: Channel | ''
}

/** Refusals of a group that belong to one of its fields. */
export const FIELD_OF_REFUSAL = {
  'group.name_taken': 'name',
  'group.capacity_below_members': 'capacity',
} as const satisfies Partial<Record<ErrorCode, keyof GroupForm>>

/** The default capacity is twelve (contract). */
const USUAL_CAPACITY = 12

/** A new group meets in our own room unless its coach says otherwise (product §8). */
export const emptyGroup: GroupForm = {
  name: '',
  capacity: USUAL_CAPACITY,
  description: '',
  objective: '',
  companyName: '',
  startDate: '',
  endDate: '',
  modality: 'online',
  channel: 'norte',
}

/** How a group meets after one of both was chosen: a channel brings its modality; a modality ends a channel of another. */
export function fittingChoices(
  { modality, channel }: Pick<GroupForm, 'modality' | 'channel'>,
  chosen: 'modality' | 'channel',
): Pick<GroupForm, 'modality' | 'channel'> {
  if (channel === '' || modality === modalityOf(channel)) return { modality, channel }
  if (chosen === 'channel') return { modality: modalityOf(channel), channel }
  return { modality, channel: modality === '' ? channel : '' }
}

/** The form of an existing group. */
export function groupFormOf(group: GroupDetail): GroupForm {
  return {
    name: group.name,
    capacity: group.capacity,
    description: group.description ?? '',
    objective: group.objective ?? '',
    companyName: group.companyName ?? '',
    startDate: group.startDate ?? '',
    endDate: group.endDate ?? '',
    modality: group.modality ?? '',
    channel: group.channel ?? '',
  }
}

/** A valid form for the API: every field is sent, an empty one removes its value. */
export function groupBody(
  form: z.output<typeof GroupFormSchema>,
): z.input<typeof GroupBody> & z.input<typeof NewGroupBody> {
  return {
    name: form.name,
    capacity: form.capacity,
    description: form.description || null,
    objective: form.objective || null,
    companyName: form.companyName || null,
    startDate: form.startDate || null,
    endDate: form.endDate || null,
    modality: form.modality || null,
    channel: form.channel || null,
  }
}
