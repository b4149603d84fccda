const MEGABYTE = 1_048_576
const GIGABYTE = 1_000 * MEGABYTE

/** A size in gigabytes, megabytes or kilobytes, as a person reads it; spaces are set in round thousands of megabytes. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] =
    bytes >= GIGABYTE
      ? [bytes / GIGABYTE, 'GB']
      : bytes >= MEGABYTE
        ? [bytes / MEGABYTE, 'MB']
        : [Math.max(1, bytes / 1024), 'KB']
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  return `${number} ${unit}`
}
