import { useState } from 'react'

/**
 * The version that what is in a form was written on. An untouched form follows what is stored; once something was typed,
 * an edit from elsewhere, which does not replace what was typed, makes another version. What was restored begins with
 * the version that it was written on.
 */
export function useBasedOn<Version>(stored: Version, hasTyped: boolean, restored = stored): Version {
  const [basedOn, setBasedOn] = useState(restored)
  if (!hasTyped && basedOn !== stored) setBasedOn(stored)
  return hasTyped ? basedOn : stored
}
