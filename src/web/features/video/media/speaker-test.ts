const NOTES = [523.25, 659.25, 783.99]
const NOTE_S = 0.22
/** Without a speaker some browsers never say that a sound has ended. */
const LONGEST_MS = 3_000

/** Plays three notes on a speaker, the system's unless one is chosen. */
export async function playTest(speaker: string | undefined): Promise<void> {
  const context = new AudioContext()
  // Where the browser cannot choose it is the system's.
  if (speaker !== undefined && 'setSinkId' in context) {
    await (context as AudioContext & { setSinkId(id: string): Promise<void> })
      .setSinkId(speaker)
      .catch(() => undefined)
  }
  const volume = context.createGain()
  volume.gain.value = 0.2
  volume.connect(context.destination)
  const ended = NOTES.map((frequency, index) => {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(context.currentTime + index * NOTE_S)
    tone.stop(context.currentTime + (index + 1) * NOTE_S)
    return new Promise((done) => tone.addEventListener('ended', done))
  })
  await Promise.race([Promise.all(ended), new Promise((done) => setTimeout(done, LONGEST_MS))])
  await context.close()
}
