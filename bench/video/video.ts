// Calls: the figures of product §10. Media go between browsers of this machine, over loopback or through a Janus on it.
import { show, verdict } from '../spread.ts'
import { CROWD } from './crowd.ts'
import { benchJoining } from './joining.ts'
import { type Growth, type Look, growthOf } from './looks.ts'
import { benchMemory } from './memory.ts'
import { benchReturning } from './returning.ts'
import { benchSignalling } from './signalling.ts'
import { benchCrowd, benchTwo } from './tab.ts'
import { type World, openWorld } from './world.ts'

const CALLS = 30
const SHARE_SECONDS = 30
/** The cameras of nine: what all of them send is coded on this machine, too. */
const CROWD_RATE = 10

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

async function inWorld(measure: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld()
  try {
    await measure(world)
  } finally {
    await world.close()
  }
}

export async function printVideo(rounds: number): Promise<void> {
  await inWorld((world) => measureCalls(world, rounds))
}

async function measureCalls(world: World, rounds: number): Promise<void> {
  const { pool, tokenSecret, line, servers, port } = world
  const browser = await world.launch()
  console.log(`\nVideo in Chromium ${browser.version()} (least – median – most of the rounds)`)
  const { bothSeeMs, bareMs, ratio, reloadedMs } = await benchJoining(
    browser,
    line.url,
    await world.room('ines'),
    rounds,
  )
  console.log(
    `  from going in until both see each other move  ${show(bothSeeMs, 0)} ms   bare ${show(bareMs, 0)} ms   ratio ${show(ratio, 1)}   (≤ 2000: ${verdict(bothSeeMs.median <= 2_000)})`,
  )
  console.log(
    `  from loading the page again until it is back   ${show(reloadedMs, 0)} ms   (≤ 3000: ${verdict(reloadedMs.median <= 3_000)})`,
  )
  const shareOfTwo = await benchTwo(browser, world, SHARE_SECONDS)
  console.log(
    `  main thread of a tab, two tiles: ${percent(shareOfTwo)} of a core   (< 20: ${verdict(shareOfTwo < 0.2)})`,
  )
  const { calls, share, sharePerPhase } = await benchSignalling(pool, servers[0], {
    calls: CALLS,
    tokenSecret,
  })
  console.log(
    `  signalling of ${calls} calls in their first 70 s: ${percent(share)} of a core   (≤ 5: ${verdict(share <= 0.05)}); while they begin in ten seconds ${percent(sharePerPhase.begin)}, then ${percent(sharePerPhase.on)}, idle ${percent(sharePerPhase.idle)}`,
  )
  const { onlineMs, cutMs, movedMs } = await benchReturning(
    browser,
    line,
    { first: servers[0], port },
    await world.room('karla'),
    Math.min(rounds, 3),
  )
  console.log(
    `  back with the server once the network is back  ${show(onlineMs, 0)} ms   (≤ 2000: ${verdict(onlineMs.median <= 2_000)})`,
  )
  console.log(
    `  after a server said that it ends               ${show(movedMs, 0)} ms   (≤ 2000: ${verdict(movedMs.median <= 2_000)})`,
  )
  console.log(
    `  after a cut of which nobody hears              ${show(cutMs, 0)} ms   (≤ 11000: ${verdict(cutMs.median <= 11_000)})`,
  )
}

export async function printCrowd(): Promise<void> {
  console.log(`\nA call of ${CROWD} through Janus`)
  await inWorld(async (world) => {
    if (!world.hasJanus) return console.log('  not measured: this machine has no Janus')
    const { share, processShare, sizes, perSecond } = await benchCrowd(world, CROWD_RATE, SHARE_SECONDS)
    console.log(
      `  main thread of a tab: ${percent(share)} of a core   (< 40: ${verdict(share < 0.4)}); its whole process ${percent(processShare)}, with ${perSecond.toFixed(0)} pictures a second of ${sizes.join(' and ')}`,
    )
  })
}

/** Has two people in a call for so many minutes. */
export async function printMemory(minutes: number): Promise<void> {
  console.log(`\nMemory of a tab in a call, once a minute for ${minutes} minutes`)
  await inWorld(async (world) => {
    const looks = await benchMemory(world, minutes, (look) => console.log(`  ${shown(look)}`))
    console.log(`  ${said(growthOf(looks))}`)
  })
}

const mb = (kb: number) => (kb / 1024).toFixed(2)

const shown = ({ minute, heapKb, processKb, nodes, listeners }: Look) =>
  `${minute.toFixed(1).padStart(4)}   heap ${mb(heapKb)} MB   process ${mb(processKb)} MB   ${nodes} nodes   ${listeners} listeners`

function said(growth: Growth | undefined): string {
  if (!growth) return 'Too short to say whether it grows'
  const { heap, process, nodes, listeners, isNone } = growth
  return `more in half an hour: heap ${percent(heap)}, process ${percent(process)} (≤ 5), nodes ${nodes}, listeners ${listeners} (≤ 0): ${verdict(isNone)}`
}
