import type { UserType } from '#contract/account/auth.ts'
import type { LoadComponent } from './load-screen.ts'

/** Who a screen is for: people without a sign-in, anyone, or signed-in people (spec §2, product D1). */
type Audience = 'visitor' | 'anyone' | UserType | 'signedIn'

/** A read of the page's first script. `:me` is the person, `@week`, `@today+30` starts of days in their zone, Sunday first. */
type FirstRead =
  | 'GET /v1/auth/me'
  | 'GET /v1/dashboard'
  | `GET /v1/${'client/coach' | 'session/coach' | 'coach/calendar-time'}/:me${string}`

export type Screen = {
  /** The pattern of its address; a few screens have two. */
  at: string | readonly string[]
  for: Audience
  /** Its file, which exports `Component`. */
  load: LoadComponent
  /** The text files it needs, besides `common` and those of the shell. */
  texts: readonly string[]
  /**
   * Reads that show it; on arrival the page's first script sends them, before any other code is there. Those with a query
   * only at the screen's plain address, which has no choices of the person in it; those with days only in a narrow
   * window, where a screen opens with today. Those of coaches are theirs alone.
   */
  asks?: readonly FirstRead[]
  /** People arrive here: the page's first script already asks for its files, and it brings its own styles of the kit. */
  isFirst?: true
  /** Opened every day: the build shares no file between it and screens with forms that would make it larger. */
  isDaily?: true
  /** For signed-in people, but without sidebar and header. */
  isBare?: true
  /** It has no queries, and loads without their library. */
  hasNoQueries?: true
}
