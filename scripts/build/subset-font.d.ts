declare module 'subset-font' {
  /** The font with only these characters and features, and with axes of variation only between these values. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      keepFeatures: string[]
    },
  ): Promise<Buffer>
}
