/** Lets the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL only after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
