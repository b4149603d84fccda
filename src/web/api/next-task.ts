/** Resolves in a task of its own: what a person does meanwhile is answered first. */
export function nextTask(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done)
  })
}
