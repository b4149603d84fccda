// What makes the web an app that can be installed (ADR 68): its manifest and icons, and the service worker with the list
// of the files of this release. Written last, because the list has a hash of each.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import sharp from 'sharp'
import { at, root } from '../setup/project.mjs'

/** The colours of the page around the app, as in index.html. */
const LIGHT = '#f6f7fb'

/** Only some screens need these, which do not work without a connection anyway. */
const NOT_OFFLINE = /\.(?:br|mjs)$|^PdfPages-|-latin-ext-/

const ICONS = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  // Systems cut these into a shape: the logo fills them, its needle stays within the inner four fifths.
  { name: 'maskable-192.png', size: 192, filled: true },
  { name: 'maskable-512.png', size: 512, filled: true },
  { name: 'apple-touch-180.png', size: 180, filled: true },
  // Beside the clock of a phone, where only the shape counts.
  { name: 'badge-96.png', size: 96, shapeOnly: true },
]

/** Writes icons, manifest and service worker into a built web. */
export async function writeInstalledApp(web) {
  mkdirSync(join(web, 'icons'), { recursive: true })
  const logo = readFileSync(at('public', 'favicon.svg'), 'utf8')
  await Promise.all(
    ICONS.map(async ({ name, size, ...how }) => {
      const svg = Buffer.from(drawingOf(logo, how))
      const density = (72 * size) / 32
      writeFileSync(
        join(web, 'icons', name),
        await sharp(svg, { density }).resize(size, size).png().toBuffer(),
      )
    }),
  )
  writeFileSync(join(web, 'manifest.webmanifest'), JSON.stringify(manifest(), null, 2))
  await writeWorker(web)
}

/** The logo for one use: as it is, without its rounded corners, or its needle alone in white. */
function drawingOf(logo, { filled = false, shapeOnly = false }) {
  if (shapeOnly) return logo.replace(/<rect[^>]*>/, '')
  return filled ? logo.replace(' rx="9"', '') : logo
}

/** In Spanish, the language of the product: an installed app has one name for all its users. */
function manifest() {
  const texts = JSON.parse(readFileSync(at('public', 'locales', 'es-MX', 'common.json'), 'utf8'))
  const say = (key) => key.split('.').reduce((part, name) => part[name], texts)
  const icon = (src, size, purpose) => ({
    src: `/icons/${src}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (name, url) => ({ name, url, icons: [icon('icon-192.png', 192, 'any')] })
  return {
    id: '/',
    name: texts.appName,
    short_name: texts.appName,
    description: say('installed.description'),
    lang: 'es-MX',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: LIGHT,
    theme_color: LIGHT,
    categories: ['productivity', 'business'],
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-192.png', 192, 'maskable'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut(say('installed.calendar'), '/calendar'),
      shortcut(say('installed.messages'), '/messages'),
      shortcut(say('installed.next'), '/dashboard'),
    ],
  }
}

async function writeWorker(web) {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  const [, entry] = /<script type="module"[^>]* src="\/(assets\/[^"]+\.js)"/.exec(page) ?? []
  if (!entry) throw new Error('index.html names no entry')
  const hashed = readdirSync(join(web, 'assets'))
    .filter((name) => !NOT_OFFLINE.test(name))
    .map((name) => ({ url: `/assets/${name}`, revision: null }))
  const revised = (url, file) => ({ url, revision: hashOf(readFileSync(join(web, file))) })
  const texts = readdirSync(join(web, 'locales'))
    .flatMap((language) =>
      readdirSync(join(web, 'locales', language)).map((name) => `locales/${language}/${name}`),
    )
    .filter((file) => !/\/(?:mails|cli)\.json$/.test(file))
  const files = [
    ...hashed,
    ...texts.map((file) => revised(`/${file}`, file)),
    revised('/favicon.svg', 'favicon.svg'),
    revised('/icons/icon-192.png', 'icons/icon-192.png'),
    revised('/', 'index.html'),
  ]
  await build({
    absWorkingDir: root,
    entryPoints: ['src/web/service-worker/service-worker.ts'],
    outfile: join(web, 'service-worker.js'),
    bundle: true,
    format: 'iife',
    target: 'es2023',
    minify: true,
    define: {
      '__WB_MANIFEST': JSON.stringify(files),
      '__ENTRY': JSON.stringify(entry),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'warning',
  })
}

const hashOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 16)
