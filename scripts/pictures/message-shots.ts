import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say } from './browser.ts'
import { type Shots, opener } from './shot.ts'
import type { Ids } from './world.ts'

type Pictured = Record<'messages', Shots>

/** The conversations of a coach. */
export function coachMessages({
  clientId,
  groupId,
  finishedClientId,
  notInvitedClientId,
}: Ids): Pictured & Record<'messagesOf', Shots> {
  const thread = paths.messagesOf({ type: 'Client', itemId: clientId })
  return {
    messages: [
      { name: 'messages', path: paths.messages() },
      { name: 'messages-new', path: paths.messages(), act: opener('messages:list.new') },
    ],
    messagesOf: [
      { name: 'messages-thread', path: thread },
      { name: 'messages-menu', path: thread, act: openMenu },
      { name: 'messages-emoji', path: thread, act: openEmoji },
      { name: 'messages-group', path: paths.messagesOf({ type: 'Group', itemId: groupId }) },
      { name: 'messages-ended', path: paths.messagesOf({ type: 'Client', itemId: finishedClientId }) },
      { name: 'messages-empty', path: paths.messagesOf({ type: 'Client', itemId: notInvitedClientId }) },
    ],
  }
}

/** Those of a client. */
export function clientMessages({ clientId }: Ids): Pictured {
  return {
    messages: [
      { name: 'messages', path: paths.messages() },
      { name: 'messages-thread', path: paths.messages({ room: clientId }) },
    ],
  }
}

async function openEmoji(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('messages:compose.emoji') }).click()
  await page.getByRole('gridcell').first().waitFor()
}

async function openMenu(page: Page): Promise<void> {
  const last = page.getByRole('article').last()
  await last.hover()
  await last.getByRole('button', { name: say('messages:message.menu') }).click()
}
