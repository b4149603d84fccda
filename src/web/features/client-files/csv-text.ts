/** What begins a formula in a spreadsheet; such a cell gets an apostrophe, which the import removes again. */
const RUNS = /^'*[=+\-@\t\r\n]/

/** Rows as a CSV that every spreadsheet opens: UTF-8 with a byte order mark, every cell quoted, no formulas. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${(RUNS.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** The same as a file. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
}
