import { pathToFileURL } from 'node:url'
import { Worker, parentPort, workerData } from 'node:worker_threads'

// A task of minutes in a thread of its kind: with a heap that is collected long before it is large, and that is given back
// when the task ends. The thread asks, and the thread that serves answers.

/** How much of what a task reads may lie around before it is collected. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** The messages of a task. */
type Said<Question, Result> = { question: Question } | { result: Result }
type Answer = { goOn: boolean }

export type LargeTasks<Input, Question, Result> = {
  /**
   * Runs the file with an input, until its result.
   * @param answer answers what the task asks in between; it ends if that throws
   * @throws what the task or `answer` throws
   */
  run(input: Input, answer: (question: Question) => Promise<boolean>): Promise<Result>
  /** Ends what is under way. */
  close(): Promise<void>
}

/** Runs a file that calls `serveLargeTask`, each time in a new thread. Input, questions and result are plain data. */
export function createLargeTasks<Input, Question, Result>(file: string): LargeTasks<Input, Question, Result> {
  const running = new Set<Worker>()
  let isClosed = false
  return {
    run: (input, answer) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('No large task begins any more')
        const worker = new Worker(pathToFileURL(file), { workerData: input, resourceLimits: LIMITS })
        running.add(worker)
        // Told once the thread is gone, with everything that it had open.
        let outcome = (code: number) => reject(new Error(`The thread ended with ${code}`))
        const end = (told: () => void) => {
          outcome = told
          void worker.terminate()
        }
        const fail = (error: unknown) => end(() => reject(error))
        const reply = (goOn: boolean) => worker.postMessage({ goOn } satisfies Answer)
        worker.on('message', (said: Said<Question, Result>) => {
          if ('result' in said) end(() => resolve(said.result))
          else answer(said.question).then(reply, fail)
        })
        worker.on('messageerror', fail)
        worker.on('error', fail)
        worker.on('exit', (code) => {
          running.delete(worker)
          outcome(code)
        })
      }),
    async close() {
      isClosed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** In the file of a task: does the work, and tells the result. `ask` has the other side answer in between. */
export async function serveLargeTask<Input, Question, Result>(
  work: (input: Input, ask: (question: Question) => Promise<boolean>) => Promise<Result>,
): Promise<void> {
  const port = parentPort!
  const say = (said: Said<Question, Result>) => port.postMessage(said)
  const result = await work(workerData as Input, (question) => {
    const answered = new Promise<boolean>((resolve) =>
      port.once('message', ({ goOn }: Answer) => resolve(goOn)),
    )
    say({ question })
    return answered
  })
  say({ result })
}
