/** What a server answers to a probe; status 0 if nobody answers. */
export async function probe(url: string, path = '/health/ready'): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${url}${path}`)
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: undefined }
  }
}
