// npm run screens:mails: a picture of every mail as programs show it, into screens/mails-*.png: as wide as a desktop
// program and as a phone, in both colour schemes, and inverted as Gmail does that knows no dark scheme of a mail.
// `--language=en-US` writes them in that one; words restrict it to the mails of these templates.
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { CODES } from '#server/effects/mails/contents.ts'
import { MAIL_KINDS } from '#server/effects/mails/mail-kinds.ts'
import { LOGO_CID } from '#server/effects/mails/mail-blocks.ts'
import { escapeHtml } from '#server/html.ts'
import { EVERY_MAIL, practice, writeMail } from '#test/support/mails/every-mail.ts'
import { chromiumArgs, findChromium } from '../setup/chromium.mjs'
import { at } from '../setup/project.mjs'
import { LANGUAGE } from './language.ts'

type Sheet = { name: string; width: number; columns: number; scheme: 'light' | 'dark'; isInverted?: true }

const SHEETS: readonly Sheet[] = (['light', 'dark'] as const).flatMap((scheme) => [
  { name: `mails-desktop.${scheme}`, width: 640, columns: 3, scheme },
  { name: `mails-phone.${scheme}`, width: 360, columns: 5, scheme },
])
const INVERTED: Sheet = {
  name: 'mails-phone.inverted',
  width: 360,
  columns: 5,
  scheme: 'light',
  isInverted: true,
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))

// A dark logo without a ground: it shows whether its plate stays white.
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><circle cx="24" cy="24" r="16" fill="#14171f"/>
<text x="50" y="31" font-family="sans-serif" font-size="20" font-weight="700" fill="#14171f">Cumbre</text></svg>`

await mkdir(at('screens'), { recursive: true })
const logo = `data:image/png;base64,${(await sharp(Buffer.from(LOGO)).png().toBuffer()).toString('base64')}`
const mails = EVERY_MAIL.filter(([template]) => words.length === 0 || words.includes(template)).map(
  ([template, to]) => {
    const own = MAIL_KINDS[template] === null
    const secret = CODES.includes(template) ? '483920' : 'https://norte.example/invitation/1?t=a-b_c'
    const { html } = writeMail(
      template,
      { ...to, language: LANGUAGE },
      {},
      secret,
      own ? undefined : practice,
    )
    return { name: `${template} (${to.side})`, html: html.replace(`cid:${LOGO_CID}`, logo) }
  },
)
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs() })
try {
  for (const sheet of [...SHEETS, INVERTED]) await picture(browser, sheet)
} finally {
  await browser.close()
}

async function picture(from: Browser, { name, width, columns, scheme, isInverted }: Sheet): Promise<void> {
  const page = await from.newPage({
    colorScheme: scheme,
    viewport: { width: columns * (width + 16), height: 900 },
  })
  const invert = isInverted
    ? '<style>body{filter:invert(1) hue-rotate(180deg)}img,[style*=gradient]{filter:invert(1) hue-rotate(180deg)}[style*=gradient] img{filter:none}</style>'
    : ''
  const frames = mails.map(
    (mail) =>
      `<figure><figcaption>${mail.name}</figcaption><iframe width="${width}" srcdoc="${escapeHtml(mail.html.replace('</head>', `${invert}</head>`))}"></iframe></figure>`,
  )
  await page.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},auto);align-items:start;font:12px sans-serif;background:#888}` +
      `figure{margin:8px}iframe{border:0;display:block}</style>${frames.join('')}`,
  )
  const wider = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => {
      const root = frame.contentDocument!.documentElement
      frame.height = String(root.scrollHeight)
      return root.scrollWidth - frame.clientWidth
    }),
  )
  for (const [index, by] of wider.entries())
    if (by > 0) throw new Error(`${mails[index]!.name} is ${by} px wider than ${width}`)
  await page.screenshot({ path: at('screens', `${name}.png`), fullPage: true })
  await page.close()
  console.log(`screens/${name}.png: ${mails.length} mails`)
}
