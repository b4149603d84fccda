import { z } from 'zod'
import {
  type MemorandumDto,
  MemorandumPriority,
  MemorandumRecurrence,
  NewMemorandumBody,
} from '#contract/memorandums/memorandums.ts'
import { ClientId, GroupId, SessionId } from '#contract/values.ts'

/** What a memorandum is about; the form keeps the choice of each kind while another is chosen. */
const AboutKind = z.enum(['nothing', 'client', 'group', 'session'])
export type AboutKind = z.infer<typeof AboutKind>

const { description, date, time } = NewMemorandumBody.shape

/** A memorandum as it is typed. */
export const memorandumSchema = z
  .object({
    description,
    date,
    time: time.unwrap(),
    priority: MemorandumPriority,
    recurrence: MemorandumRecurrence,
    about: AboutKind,
    // A form makes an empty text undefined.
    clientId: ClientId.optional(),
    groupId: GroupId.optional(),
    sessionId: SessionId.optional(),
  })
  .superRefine(({ about, clientId, groupId }, context) => {
    const refuse = (field: string) => context.addIssue({ code: 'custom', path: [field], message: 'required' })
    if (about === 'client' && clientId === undefined) refuse('clientId')
    if (about === 'group' && groupId === undefined) refuse('groupId')
  })

export type MemorandumForm = {
  description: string
  date: string
  time: string
  priority: MemorandumPriority
  recurrence: MemorandumRecurrence
  about: AboutKind
  clientId: string
  groupId: string
  sessionId: string
}

/** What a new one is about, from the address that led to its form. */
export type Prefill = { clientId: string | null; groupId: string | null; sessionId: string | null }

/** An empty form, for a day at its usual time. */
export function emptyMemorandum(prefill: Prefill, due: { date: string; time: string }): MemorandumForm {
  return {
    description: '',
    ...due,
    priority: 'normal',
    recurrence: 'none',
    ...aboutOf(prefill),
  }
}

/** The form of an existing one. */
export function memorandumFormOf(memorandum: MemorandumDto): MemorandumForm {
  return {
    description: memorandum.description,
    date: memorandum.date,
    time: memorandum.time,
    priority: memorandum.priority,
    recurrence: memorandum.recurrence,
    ...aboutOf(memorandum),
  }
}

/** A valid form for the API: what it is about is the one choice in sight, or nothing. */
export function memorandumBody({
  about,
  clientId,
  groupId,
  sessionId,
  ...fields
}: z.output<typeof memorandumSchema>) {
  return {
    ...fields,
    clientId: about === 'client' ? (clientId ?? null) : null,
    groupId: about === 'group' ? (groupId ?? null) : null,
    sessionId: about === 'session' ? (sessionId ?? null) : null,
  }
}

function aboutOf({ clientId, groupId, sessionId }: Prefill) {
  const about: AboutKind = clientId ? 'client' : groupId ? 'group' : sessionId ? 'session' : 'nothing'
  return { about, clientId: clientId ?? '', groupId: groupId ?? '', sessionId: sessionId ?? '' }
}
