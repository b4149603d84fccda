// Finds a Chromium for the browser tests. Runs on the machine's Node: no dependency, no output.
import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

// The headless browser first, which makes the journeys a sixth faster.
const commandNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

/**
 * The path of a Chromium or Chrome: only CHROMIUM_PATH if it is set, else a browser of the system, or one that
 * Playwright downloaded earlier. Undefined if no browser is found.
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined
  return [...onPath(env), ...usualPlaces(env), ...playwrightCache(env)].find(isExecutable)
}

// The suggestions below the address bar: two more pages for each window, a sixth of the journeys' time.
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

// If such an argument is repeated, a browser uses the last, so Playwright's own list is repeated here; a test compares
// it (toolchain.test.ts).
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Arguments for starting it: no sandbox for root, who cannot have one, no background requests, and no graphics card,
 * which most machines lack; tests only run on loopback, with fake microphones and cameras of so many pictures per
 * second, of which the second is one of depths that calls do not send. Without a graphics card each picture is coded by the
 * processor, for each of the others.
 */
export function chromiumArgs({ cameraRate = 5 } = {}) {
  const asRoot = process.getuid?.() === 0
  return [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--allow-loopback-in-peer-connection',
    `--use-fake-device-for-media-stream=fps=${cameraRate},device-count=3`,
    '--use-fake-ui-for-media-stream',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...UNUSED_FEATURES].join(',')}`,
  ]
}

function onPath(env) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return commandNames.flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
}

function usualPlaces(env) {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ]
  }
  if (process.platform === 'win32') {
    return [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'))
  }
  return [
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ]
}

function playwrightCache(env) {
  const folder = env.PLAYWRIGHT_BROWSERS_PATH || defaultPlaywrightFolder(env)
  const builds = entries(folder).filter((name) => /^chromium-\d+$/.test(name))
  const newestFirst = builds.toSorted((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
  return newestFirst.flatMap((build) =>
    entries(join(folder, build)).flatMap((system) => {
      const base = join(folder, build, system)
      return [
        join(base, 'chrome'),
        join(base, 'chrome.exe'),
        join(base, 'Chromium.app/Contents/MacOS/Chromium'),
        join(base, 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'),
      ]
    }),
  )
}

function defaultPlaywrightFolder(env) {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright')
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright')
}

function entries(folder) {
  try {
    return readdirSync(folder)
  } catch {
    // No such folder, or not readable: it contains no browser.
    return []
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
