import { vi } from 'vitest'

type Question = { janus: string; transaction: string; handle_id?: number; body?: { request?: string } }
type Listener = (event: { data?: string }) => void

/** The WebSocket of a Janus that is there, and otherwise says only what a test lets it say. */
export class FakeJanusSocket {
  static readonly OPEN = 1
  static readonly opened: FakeJanusSocket[] = []
  readonly readyState = FakeJanusSocket.OPEN
  readonly bufferedAmount = 0
  readonly asked: Question[] = []
  isClosed = false
  readonly #listeners = new Map<string, Listener>()

  constructor() {
    FakeJanusSocket.opened.push(this)
  }
  addEventListener(name: string, listener: Listener) {
    this.#listeners.set(name, listener)
  }
  send(text: string) {
    const question = JSON.parse(text) as Question
    if (question.janus === 'ping') this.say({ janus: 'pong', transaction: question.transaction })
    else this.asked.push(question)
  }
  close() {
    this.isClosed = true
  }
  open() {
    this.#listeners.get('open')?.({})
  }
  say(said: object) {
    this.#listeners.get('message')?.({ data: JSON.stringify(said) })
  }
  /** Answers the last question. */
  answer(said: object = { janus: 'success' }) {
    this.say({ ...said, transaction: this.asked.at(-1)!.transaction })
  }
}

/** Has connections to Janus opened with a fake one; answers that of the first. */
export function stubJanusSocket(): () => FakeJanusSocket {
  FakeJanusSocket.opened.length = 0
  vi.stubGlobal('WebSocket', FakeJanusSocket)
  return () => FakeJanusSocket.opened[0]!
}
