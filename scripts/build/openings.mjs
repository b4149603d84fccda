// What people open, as the first script of the page knows it: which screen comes where, by who arrives.

/** What every screen but the first ones loads besides its own code (app/load-screen.ts). */
const KIT = 'src/web/ui/theme/kit-rest.ts'

const ANYWHERE = '^'

/**
 * The screens of the table (screen-files.mjs) by who sees them at which addresses, as the guard (app/guards.ts) and the
 * router lead them; the first one that fits counts. Each with the files of its code, its texts and its reads. Something
 * fits everybody everywhere.
 */
export function openingsOf({ shell, queries, screens }) {
  const around = ({ isFramed, isFirst, hasNoQueries }) => [
    ...(isFramed ? [shell.file] : hasNoQueries ? [] : [queries.file]),
    ...(isFirst ? [] : [KIT]),
  ]
  const opening = (screen, audience = screen.audience, at = addresses(screen.patterns)) => ({
    for: audience,
    at,
    sources: [...around(screen), screen.file],
    texts: [...new Set([...(screen.isFramed ? shell.texts : []), ...screen.texts])],
    asks: [...(screen.isFramed ? shell.asks : []), ...screen.asks],
  })
  const patternsFor = (wanted) =>
    screens.filter(({ audience }) => audience === wanted).flatMap(({ patterns }) => patterns)
  const named = (wanted) => screens.find(({ name }) => name === wanted)
  const payment = named('payment')
  const first = (wanted) => screens.find(({ isFirst, audience }) => isFirst && audience === wanted)
  return [
    ...screens.filter((screen) => screen !== payment).map((screen) => opening(screen)),
    // A visitor is led to the landing, and a signed-in person away from it; a coach only pays until that is done, and
    // sees there whether the payment has come.
    opening(first('visitor'), 'visitor', ANYWHERE),
    opening(first('coach'), 'coach', addresses([...patternsFor('visitor'), ...payment.patterns])),
    opening(first('client'), 'client', addresses(patternsFor('visitor'))),
    opening(named('paymentDone'), 'unpaidCoach'),
    opening(payment, 'unpaidCoach', ANYWHERE),
    // Nothing is found elsewhere, which is said inside the shell.
    { for: 'signedIn', at: ANYWHERE, sources: [shell.file], texts: shell.texts, asks: shell.asks },
  ]
}

/** These addresses as a regular expression. */
const addresses = (patterns) =>
  `^(${patterns.map((pattern) => pattern.replace(/:\w+/g, '[^/]+')).join('|')})/?$`
