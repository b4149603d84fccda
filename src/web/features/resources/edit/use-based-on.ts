import { useState } from 'react'

/**
 * The version that what is in a form was written on. An untouched form follows what is stored; once something was typed,
 * an edit from elsewhere, which does not replace what was typed, makes another version.
 */
export function useBasedOn<Version>(stored: Version, hasTyped: boolean): Version {
  const [basedOn, setBasedOn] = useState(stored)
  if (!hasTyped && basedOn !== stored) setBasedOn(stored)
  return hasTyped ? basedOn : stored
}
