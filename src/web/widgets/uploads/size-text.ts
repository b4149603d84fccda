const MEGABYTE = 1_048_576

/** A size in megabytes or kilobytes, as a person reads it. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes >= MEGABYTE ? [bytes / MEGABYTE, 'MB'] : [Math.max(1, bytes / 1024), 'KB']
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  return `${number} ${unit}`
}
