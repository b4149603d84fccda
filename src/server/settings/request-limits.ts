import { setting } from './setting.ts'
import { integer } from './values.ts'

/** How many requests one address may make, and how many messages one person. */
export const REQUEST_LIMIT_SETTINGS = {
  REQUESTS_PER_MINUTE: setting(integer(60, 10_000_000), {
    preset: '6000',
    doc: 'Most requests of one address (of IPv6, one network of 64 bits) in a minute: calls, pages, files, unknown paths and the socket alike, refused ones too. Far above a person, far below a flood.',
  }),
  MESSAGES_PER_MINUTE: setting(integer(1, 1_000_000), {
    preset: '30',
    doc: 'Most messages of one person in a minute.',
  }),
}
