// The tasks that run in separate threads, because they could block all other requests. Each is a function of plain
// data. A thread loads this file, so it only imports what the tasks need.
import { readImportFile } from '../modules/client-files/import-file.domain.ts'
import { readManifest } from '../modules/data-imports/archive/manifest.service.ts'
import { writeIcalendar } from '../platform/calendar/icalendar.ts'
import { readBusyTimes } from '../platform/calendar/ics-busy.ts'
import { writePdf } from '../platform/files/pdf.ts'

export { readManifest, writePdf }

/** Parses a file of clients into valid and invalid rows. */
export function readClientFile({
  text,
  reading,
}: {
  text: string
  reading: Parameters<typeof readImportFile>[1]
}) {
  return readImportFile(text, reading)
}

/** When the owner of a calendar file is busy. */
export function readCalendar({ text, query }: { text: string; query: Parameters<typeof readBusyTimes>[1] }) {
  return readBusyTimes(text, query)
}

/** A calendar file of many entries. */
export function writeFeed(file: Parameters<typeof writeIcalendar>[0]): string {
  return writeIcalendar(file)
}

/** The OpenAPI document as text. Its sources are large, so they are only imported for this task. */
export async function writeOpenApi(publicUrl: string): Promise<string> {
  const { openApiDocument } = await import('../http/pages/openapi.ts')
  return JSON.stringify(openApiDocument(publicUrl))
}

/** The tasks by name. */
export type ThreadTasks = {
  writePdf: typeof writePdf
  readManifest: typeof readManifest
  readClientFile: typeof readClientFile
  readCalendar: typeof readCalendar
  writeFeed: typeof writeFeed
  writeOpenApi: typeof writeOpenApi
}
