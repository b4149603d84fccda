import { randomInt } from 'node:crypto'
import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import type { PeerId } from '#contract/values.ts'
import type { Carried, SfuLine, Watch } from '../../../deps.ts'
import { type Sizes, picturesOf, planDown, tracksOf } from './lines.domain.ts'
import type { MadeOffer } from './sfu.repository.ts'

/** A browser of which no answer to an offer arrives for this long has lost it: it opens a new line. */
const ANSWER_MS = 30_000
/** Numbers of offers are drawn, so that those of two servers differ. */
const NUMBERS = 2 ** 47

/** A line of this server: what its browser says about it, in order, one after the other. */
export type Line = {
  id: string
  session: number
  hear(say: ToSfu): Promise<void>
  /** An answer has arrived, and waits to be heard: whatever that takes, its browser is not late. */
  noteAnswer(number: number | undefined): void
  /** Receives what the others send now, if it differs from what is received. */
  follow(): Promise<void>
  /** After it was taken over: whatever was said meanwhile was not heard, so all is offered again. */
  catchUp(): Promise<void>
  /** Hears no more of it. It goes on: another server may take it over. */
  forget(): void
}

type Parts = {
  id: string
  own: PeerId
  sfu: SfuLine
  watch: Watch
  carried: readonly Carried[]
  /** The offer that another server has made and its browser has not answered. */
  waiting: MadeOffer | undefined
  /** How large the browser shows the others now. */
  sizes: () => Sizes
  /** Its line takes no pictures. */
  voicesOnly: () => boolean
  send: (say: FromSfu) => void
  /**
   * Notes what is carried, and the offer that is not answered, for the server that takes the line over; false if one did so
   * meanwhile.
   */
  save: (carried: readonly Carried[], made?: MadeOffer) => Promise<boolean>
  /** It is of no use any more. */
  giveUp: () => void
}

/**
 * The SFU offers one thing after the other: while a browser has an offer that it did not answer, changes wait. So does the
 * first offer until somebody sends something.
 */
export function createLine(options: Parts): Line {
  const { id, own, sfu, watch, carried, waiting, sizes, voicesOnly, send, save, giveUp } = options
  let parts = carried
  let isChanged = false
  let isBehind = false
  /** What the browser has not answered. */
  let offered = waiting
  /** Janus makes no other offer before that one is answered, so it is said again as it is. */
  let isUnsaid = waiting !== undefined
  let isRestart = false
  let isRestartWanted = false
  let limit: NodeJS.Timeout | undefined

  const say = (made: MadeOffer) => {
    offered = made
    isUnsaid = false
    clearTimeout(limit)
    limit = setTimeout(giveUp, ANSWER_MS).unref()
    send({ offer: made.sdp, number: made.number, tracks: tracksOf(parts, watch.publishers()) })
  }
  const offer = async (sdp: string, restart = false) => {
    const made = { sdp, number: randomInt(NUMBERS) }
    isRestart = restart
    if (await save(parts, made)) say(made)
  }
  const isOfOffered = (number: number | undefined) =>
    offered !== undefined && (number === undefined || number === offered.number)
  const follow = async () => {
    isChanged = true
    // It is called again once there is an answer, or once it is known who sends what.
    if (!watch.isKnown()) return
    if (offered && isUnsaid) return say(offered)
    if (offered) return
    isChanged = false
    const { subscribe, unsubscribe } = planDown(own, watch.publishers(), parts, sizes())
    const isEqual = subscribe.length === 0 && unsubscribe.length === 0
    const made = isEqual ? undefined : await sfu.receive({ subscribe, unsubscribe })
    if (made) {
      parts = made.carried
      await offer(made.sdp)
    } else if (isBehind) await again(false)
    isBehind = false
  }
  const again = async (restart: boolean) => {
    if (offered) isRestartWanted ||= restart && !isRestart
    else if (sfu.ids().down !== null) await offer(await sfu.offerAgain({ restart }), restart)
  }
  /** Whether pictures are kept back; undefined until it is known what another server left. */
  let isHolding: boolean | undefined
  const show = async () => {
    const holds = voicesOnly()
    const change = holds || isHolding !== false ? { isSent: !holds } : {}
    const pictures = picturesOf(own, watch.publishers(), parts, sizes())
    await sfu.showAs(pictures.map((picture) => ({ ...picture, ...change })))
    isHolding = holds
  }
  const take = async (answer: string) => {
    clearTimeout(limit)
    offered = undefined
    await sfu.takeAnswer(answer)
    // Before anything else is offered: who takes the line over must not say again what was answered.
    if (!(await save(parts))) return
    // What is new is sent at once.
    if (voicesOnly()) await show()
    const restart = isRestartWanted
    isRestartWanted = false
    if (restart) await again(true)
    else if (isChanged) await follow()
  }
  return {
    id,
    session: sfu.ids().session,
    follow,
    noteAnswer: (number) => void (isOfOffered(number) && clearTimeout(limit)),
    async catchUp() {
      isBehind = !offered
      await follow()
    },
    async hear(heard) {
      if ('offer' in heard) send({ answer: await sfu.send(heard.offer, heard.tracks), number: heard.number })
      else if ('candidate' in heard) sfu.takeCandidate(heard.way, heard.candidate)
      else if ('again' in heard) await again(true)
      else if ('answer' in heard) {
        // Whatever another answer is for, it was not asked here.
        if (isOfOffered(heard.number)) await take(heard.answer)
      } else await show()
    },
    forget() {
      clearTimeout(limit)
      watch.stop()
      sfu.forget()
    },
  }
}
