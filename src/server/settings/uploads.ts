import { setting } from './setting.ts'
import { integer } from './values.ts'

/** How large an uploaded file may be, and all of a coach's together. */
export const UPLOAD_SETTINGS = {
  UPLOAD_MAX_MB: setting(integer(1, 100), {
    preset: '5',
    doc: 'Largest picture or list of clients that may be uploaded, in megabytes of 1,048,576 bytes.',
  }),
  RESOURCE_MAX_MB: setting(integer(1, 2_000), {
    preset: '25',
    doc: 'Largest file of a resource, in the same megabytes.',
  }),
  RESOURCE_QUOTA_MB: setting(integer(1, 10_000_000), {
    preset: '2000',
    doc: 'Most megabytes that the resources of one coach take together; the library shows how many are left.',
  }),
}
