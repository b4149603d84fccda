import type { TextParams, Texts } from '../../platform/texts.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { DayFacts } from '#server/effects/facts/waiting.facts.ts'
import type { WaitingMessages } from '#server/modules/messages/telling.repository.ts'
import { type Words, titleFor } from '#server/modules/titles/titles.domain.ts'
import type { MailContent } from './mail-content.ts'
import { type Say, timesOf } from './session-contents.ts'

/** Most people who are named; in a group more may have written. */
const MOST_NAMED = 3

/** Who wrote, and how many messages wait: never what they say (spec §3). */
export function waitingNames(
  texts: Texts,
  language: string,
  { count, senders }: WaitingMessages,
): TextParams {
  const people =
    senders.length > MOST_NAMED
      ? texts.text(language, 'mails:messagesWaiting.more', {
          people: senders.slice(0, MOST_NAMED).join(', '),
        })
      : new Intl.ListFormat(language).format(senders)
  return { people, count }
}

/** The day's sessions with their times, then what waits, each with its number. */
export function dayContent(
  say: Say,
  words: Words,
  to: Recipient,
  facts: Pick<Facts, 'coach' | 'client'>,
  { sessions, unread, toDecide, toClose, due }: DayFacts,
): Pick<MailContent, 'details' | 'lists'> {
  const line = (key: string, count: number) =>
    count > 0 ? [say(`dailySummary.${to.side}.${key}`, { count })] : []
  const items = [
    ...line('decide', toDecide),
    ...line('close', toClose),
    ...line('due', due),
    ...line('unread', unread),
  ]
  return {
    details: sessions.map((session) => ({
      label: titleFor(session, to, words),
      value: timesOf(say, to, facts, session),
    })),
    lists: items.length > 0 ? [{ title: say('dailySummary.waits'), items }] : [],
  }
}
