import { setting } from './setting.ts'
import { integer } from './values.ts'

/** How large an uploaded file may be. */
export const UPLOAD_SETTINGS = {
  UPLOAD_MAX_MB: setting(integer(1, 100), {
    preset: '5',
    doc: 'Largest picture or list of clients that may be uploaded, in megabytes of 1,048,576 bytes.',
  }),
}
