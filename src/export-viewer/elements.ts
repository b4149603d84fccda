type Child = Node | string | undefined

/** An element with text and elements in it. Text is only ever text: an archive holds what anybody typed. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** A link within the viewer, or nothing but its text. */
export function link(to: string, ...children: readonly Child[]): HTMLElement {
  return element('a', { href: to }, ...children)
}
