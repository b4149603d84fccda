// Tasks that misbehave, for the tests of threads.

export function never(): never {
  for (;;);
}

export function die(): never {
  process.exit(1)
}

export function once(): string {
  return 'done'
}
