// The part of pdfmake in use; the package has no types.
declare module 'pdfmake' {
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Buffer> }
  }
  export default pdfmake
}

declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: Record<string, Record<string, string>>
  export default fonts
}
