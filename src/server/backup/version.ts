import { readFileSync } from 'node:fs'
import { packageFile } from '../folders.ts'

/** The release of Norte. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}
