/** Hands a file to the browser to be saved under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
