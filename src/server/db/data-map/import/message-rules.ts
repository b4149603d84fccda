import { z } from 'zod'
import { AttachmentKind } from '#contract/messages/attachments.ts'
import { ResourceStatus, ResourceType } from '#contract/resources/resources.ts'
import { type RichText, plainText } from '#contract/rich-text/rich-text.ts'
import { RichTextBody } from '#contract/rich-text/rich-text-schema.ts'
import { CoacheeType, HttpsUrl } from '#contract/values.ts'
import { type Given, coach, fill, kept, made, own, readBack, ref, refOrNull, value } from './column-rules.ts'
import { day, instant, shortLine, tags, verbatim, whole, words } from './values.ts'

/** The bytes of a file are stored before its row is changed to what it is; nothing shows it until then. */
const RESOURCE_FILES = readBack(
  'resource_files',
  {
    id: own,
    coach_id: coach,
    client_id: refOrNull('clients'),
    name: value(verbatim(200)),
    // By its bytes, whatever the archive says.
    media_type: fill(({ id }, { mediaType }) => mediaType(String(id)), z.string().max(200)),
    byte_size: kept(whole(1, 2_147_483_647)),
    parts: kept(),
    received: kept(),
    preview_width: kept(),
    preview_height: kept(),
    ready_at: fill(({ created_at: created }) => created),
    updated_at: fill(({ created_at: created }) => created),
    created_at: value(instant),
  },
  { changedBy: 'id' },
)

const RESOURCES = readBack(
  'resources',
  {
    id: own,
    coach_id: coach,
    type: value(ResourceType),
    title: value(shortLine(1, 160)),
    description: value(words(2000).nullable()),
    category: value(shortLine(0, 60).nullable()),
    tags: value(tags),
    source: value(shortLine(0, 300).nullable()),
    url: value(HttpsUrl.nullable()),
    body: value(RichTextBody.nullable()),
    body_text: fill(
      ({ body }) => body && plainText(body as RichText).normalize('NFC'),
      verbatim(200_000).nullable(),
    ),
    file_id: refOrNull('resource_files'),
    status: value(ResourceStatus),
    created_at: value(instant),
    updated_at: value(instant),
    search_text: made,
    search_words: made,
    sort_title: made,
    deleted_at: fill(null),
  },
  {
    hasDocument: true,
    // A film is a film: the page of it would show nothing.
    problem: ({ type, file_id: file }, { mediaType }) =>
      typeof file === 'string' &&
      (type === 'video' || type === 'audio') &&
      !mediaType(file)?.startsWith(`${type}/`)
        ? 'file_id'
        : undefined,
  },
)

const RESOURCE_ASSIGNMENTS = readBack('resource_assignments', {
  id: own,
  coach_id: coach,
  resource_id: ref('resources'),
  client_id: refOrNull('clients'),
  group_id: refOrNull('groups'),
  session_id: refOrNull('sessions'),
  message: value(words(1000).nullable()),
  due_on: value(day.nullable()),
  created_at: value(instant),
  updated_at: value(instant),
  deleted_at: fill(null),
})

const RESOURCE_PROGRESS = readBack('resource_progress', {
  resource_id: ref('resources'),
  client_id: ref('clients'),
  viewed_at: value(instant),
  completed_at: value(instant.nullable()),
})

const ACTION_FILES = readBack('action_files', {
  file_id: ref('resource_files'),
  action_id: ref('actions'),
  created_at: value(instant),
  deleted_at: fill(null),
})

/** A room has the id of its client or group. */
const MESSAGE_ROOMS = readBack('message_rooms', {
  id: ref(({ type }) => (type === 'Group' ? 'groups' : 'clients')),
  coach_id: coach,
  type: value(CoacheeType),
  client_id: refOrNull('clients'),
  group_id: refOrNull('groups'),
  created_at: value(instant),
  last_at: value(instant.nullable()),
  // Counted once its messages are there.
  last_seq: fill(0),
  revision: fill(0),
})

const MESSAGES = readBack('messages', {
  id: own,
  room_id: ref('message_rooms'),
  seq: value(whole(1, 2_000_000_000)),
  sender_user_id: { is: 'author', nullable: false },
  body: value(verbatim(4000)),
  reply_to: refOrNull('messages', { later: true }),
  attachment: value(AttachmentKind.nullable()),
  created_at: value(instant),
  edited_at: value(instant.nullable()),
  deleted_at: value(instant.nullable()),
  // Written once its files are there.
  file_names: fill(''),
  search_words: made,
  client_key: fill(({ id }: Given, { ids }) => ids.local('key', String(id))),
  revision: fill(({ seq }) => seq),
})

const MESSAGE_FILES = readBack('message_files', {
  file_id: ref('resource_files'),
  room_id: ref('message_rooms'),
  message_id: ref('messages'),
  place: value(whole(0, 100)),
})

/** Files, resources and messages. */
export const MESSAGE_RULES = [
  RESOURCE_FILES,
  RESOURCES,
  RESOURCE_ASSIGNMENTS,
  RESOURCE_PROGRESS,
  ACTION_FILES,
  MESSAGE_ROOMS,
  MESSAGES,
  MESSAGE_FILES,
]
