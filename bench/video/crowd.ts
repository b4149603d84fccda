import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { systemClock, toIso } from '#time/clock.ts'

/** Tiles with oneself. */
export const CROWD = 9

/**
 * Puts eight more people into the call of a page: nine real ones are more than a machine of two cores can take. The server's
 * answers name them, and each has a camera and a microphone of this browser instead of a line. What the page does with
 * them, from the list of the call to tiles and levels, is the product's; what is missing is decoding, which is not the main
 * thread's work.
 */
export async function crowded(page: Page): Promise<void> {
  const joinedAt = toIso(systemClock.now())
  const others = Array.from({ length: CROWD - 1 }, (_, index) => ({
    peerId: randomUUID(),
    userId: randomUUID(),
    side: 'client',
    name: `Persona ${index + 1}`,
    lastName: '',
    photo: null,
    media: { audio: true, video: true, screen: false, hand: false },
    joinedAt,
  }))
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(typeof message === 'string' ? withOthers(message, others) : message)
    })
  })
  await page.addInitScript(replaceLines)
}

/** A packet of Socket.IO with the list of a call, with more people in it. */
function withOthers(packet: string, others: readonly object[]): string {
  const start = packet.indexOf('[')
  if (!packet.includes('"peers"') || start < 0) return packet
  const parts = JSON.parse(packet.slice(start)) as unknown[]
  for (const part of parts) {
    if (typeof part === 'object' && part !== null && 'peers' in part && Array.isArray(part.peers)) {
      part.peers.push(...(others as unknown[]))
    }
  }
  return packet.slice(0, start) + JSON.stringify(parts)
}

/** In the page: each connection has a picture and a sound at once. */
function replaceLines(): void {
  const source = (() => {
    let given: Promise<MediaStream> | undefined
    return () => (given ??= navigator.mediaDevices.getUserMedia({ audio: true, video: true }))
  })()
  class Line extends EventTarget {
    signalingState = 'stable'
    connectionState = 'new'
    localDescription = null
    remoteDescription = null
    constructor() {
      super()
      void source().then((stream) => {
        this.connectionState = 'connected'
        this.dispatchEvent(new Event('connectionstatechange'))
        const streams = [stream.clone()]
        this.dispatchEvent(Object.assign(new Event('track'), { streams }))
      })
    }
    createDataChannel = () => ({})
    addTrack = () => ({
      replaceTrack: () => Promise.resolve(),
      getParameters: () => ({ encodings: [] }),
      setParameters: () => Promise.resolve(),
    })
    removeTrack = () => undefined
    getStats = () => Promise.resolve(new Map())
    setLocalDescription = () => Promise.resolve()
    setRemoteDescription = () => Promise.resolve()
    addIceCandidate = () => Promise.resolve()
    restartIce = () => undefined
    close = () => undefined
  }
  Object.assign(globalThis, { RTCPeerConnection: Line })
}
