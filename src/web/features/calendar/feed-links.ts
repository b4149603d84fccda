/** Where calendar programs take the address of a feed from a link. */
export type FeedLinks = { apple: string; google: string; outlook: string }

/** Links that have a calendar program subscribe to a feed: Apple by its own scheme, the others on their sites. */
export function feedLinks(url: string, name: string): FeedLinks {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    apple: webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal }).toString()}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name }).toString()}`,
  }
}
