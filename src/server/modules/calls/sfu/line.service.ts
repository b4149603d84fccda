import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import type { PeerId } from '#contract/values.ts'
import type { Carried, SfuLine, Watch } from '../../../deps.ts'
import { type Sizes, layersOf, planDown, tracksOf } from './lines.domain.ts'

/** A browser that does not answer an offer for this long has lost it: it opens a new line. */
const ANSWER_MS = 15_000

/** A line of this server: what its browser says about it, in order, one after the other. */
export type Line = {
  id: string
  session: number
  hear(say: ToSfu): Promise<void>
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
  /** How large the browser shows the others now. */
  sizes: () => Sizes
  send: (say: FromSfu) => void
  /** Notes what is carried, for the server that takes the line over; false if one did so meanwhile. */
  save: (carried: readonly Carried[]) => Promise<boolean>
  /** It is of no use any more. */
  giveUp: () => void
}

/**
 * The SFU offers one thing after the other: while a browser has an offer that it did not answer, changes wait. So does the
 * first offer until somebody sends something.
 */
export function createLine({ id, own, sfu, watch, carried, sizes, send, save, giveUp }: Parts): Line {
  let parts = carried
  let isChanged = false
  let isBehind = false
  let unanswered: NodeJS.Timeout | undefined

  const offer = (sdp: string) => {
    clearTimeout(unanswered)
    unanswered = setTimeout(giveUp, ANSWER_MS).unref()
    send({ offer: sdp, tracks: tracksOf(parts, watch.publishers()) })
  }
  const follow = async () => {
    isChanged = true
    // It is called again once there is an answer, or once it is known who sends what.
    if (unanswered || !watch.isKnown()) return
    isChanged = false
    const { subscribe, unsubscribe } = planDown(own, watch.publishers(), parts, sizes())
    const isEqual = subscribe.length === 0 && unsubscribe.length === 0
    const offered = isEqual ? undefined : await sfu.receive({ subscribe, unsubscribe })
    if (offered) {
      parts = offered.carried
      if (await save(parts)) offer(offered.sdp)
    } else if (isBehind) await again(false)
    isBehind = false
  }
  const again = async (restart: boolean) => {
    // Janus makes no other offer before that one is answered.
    if (unanswered) return giveUp()
    if (sfu.ids().down !== null) offer(await sfu.offerAgain({ restart }))
  }
  return {
    id,
    session: sfu.ids().session,
    follow,
    async catchUp() {
      isBehind = true
      await follow()
    },
    async hear(say) {
      if ('offer' in say) send({ answer: await sfu.send(say.offer, say.tracks), number: say.number })
      else if ('candidate' in say) sfu.takeCandidate(say.way, say.candidate)
      else if ('again' in say) await again(true)
      else if ('answer' in say) {
        // Whatever this answers, it was not asked here.
        if (!unanswered) return
        clearTimeout(unanswered)
        unanswered = undefined
        await sfu.takeAnswer(say.answer)
        if (isChanged) await follow()
      } else await sfu.showAs(layersOf(own, watch.publishers(), parts, sizes()))
    },
    forget() {
      clearTimeout(unanswered)
      watch.stop()
      sfu.forget()
    },
  }
}
