import type { Browser } from '@playwright/test'

/** The process of the only page of a browser that does something: others wait for a page to come. */
export async function rendererOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const [busiest] = renderers.toSorted((one, other) => other.cpuTime - one.cpuTime)
  if (!busiest) throw new Error('The browser has no renderer')
  return busiest.id
}
