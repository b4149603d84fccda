// How long a coach waits for an import: parsing the largest allowed file, and creating its clients.
import type { ImportPreview } from '#contract/client-files.ts'
import type { Practice } from './practice.ts'

export type ImportTimes = { people: number; readMs: number; writtenMs: number }

/** Imports files with this many people one after the other, each with other addresses. */
export async function timeImports(
  url: string,
  { coach }: Practice,
  people: number,
  rounds: number,
): Promise<ImportTimes[]> {
  const headers = { authorization: `Bearer ${coach.token}` }
  const times: ImportTimes[] = []
  for (let round = 0; round < rounds; round += 1) {
    const form = new FormData()
    form.append('file', new Blob([listOf(people, round)], { type: 'text/csv' }), 'clientes.csv')
    const began = performance.now()
    const read = await fetch(`${url}/v1/client/import`, { method: 'POST', headers, body: form })
    const { importId, valid } = (await read.json()) as ImportPreview
    const readAt = performance.now()
    const written = await fetch(`${url}/v1/client/import`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ importId }),
    })
    const { created } = (await written.json()) as { created: number }
    if (valid !== people || created !== people) throw new Error(`${valid} read, ${created} written`)
    times.push({ people, readMs: readAt - began, writtenMs: performance.now() - readAt })
  }
  return times
}

function listOf(people: number, round: number): string {
  const rows = Array.from(
    { length: people },
    (_, at) =>
      `Íñigo ${at},Núñez Peña,importada.${round}.${at}@bench.example,+52 999 555 ${at},Compañía,México,"ventas; líder",2027-02-24`,
  )
  return ['Nombre,Apellidos,Correo,WhatsApp,Empresa,País,Etiquetas,Inicio', ...rows].join('\n')
}
