// What runs in threads of its own, because it may take longer than one request may hold up all the others. Each is a
// function of plain data. This file is where a thread begins: it imports no more than the tasks need.
import { readImportFile } from './modules/client-files/import-file.domain.ts'
import { writeIcalendar } from './platform/calendar/icalendar.ts'
import { readBusyTimes } from './platform/calendar/ics-busy.ts'
import { writePdf } from './platform/files/pdf.ts'

export { writePdf }

/** A file of clients as lines that can be taken and lines that cannot. */
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

/** The OpenAPI document as text. What it is made from is large, so the other tasks do not wait for its import. */
export async function writeOpenApi(publicUrl: string): Promise<string> {
  const { openApiDocument } = await import('./http/pages/openapi.ts')
  return JSON.stringify(openApiDocument(publicUrl))
}

/** The tasks by their names. */
export type ThreadTasks = {
  writePdf: typeof writePdf
  readClientFile: typeof readClientFile
  readCalendar: typeof readCalendar
  writeFeed: typeof writeFeed
  writeOpenApi: typeof writeOpenApi
}
