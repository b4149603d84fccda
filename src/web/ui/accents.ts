/**
 * Sets the accent on an element and its descendants; on the root element it applies to the whole page. CSS derives the
 * rest.
 */
export function applyAccent(
  element: HTMLElement,
  { deep, primary, secondary }: { deep: string; primary: string; secondary: string },
): void {
  element.style.setProperty('--norte-deep', deep)
  element.style.setProperty('--norte-primary', primary)
  element.style.setProperty('--norte-secondary', secondary)
}
