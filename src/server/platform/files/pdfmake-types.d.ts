// The parts of pdfmake and fontkit in use; the packages have no types.
declare module 'pdfmake' {
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    virtualfs: { writeFileSync(path: string, content: Buffer): void }
    createPdf(definition: object): { getBuffer(): Promise<Buffer> }
  }
  export default pdfmake
}

declare module 'fontkit' {
  export function create(font: Buffer): { characterSet: number[] }
  export function openSync(path: string): {
    characterSet: number[]
    variationAxes: Record<string, { min: number; max: number } | undefined>
  }
}
