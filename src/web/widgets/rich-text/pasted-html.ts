/** Where a style waits that the browser must not read. */
const STYLE = 'data-pasted'

/** The elements that make a format, and by which styles others make it. */
const FORMATS = [
  {
    element: 'strong',
    names: ['B', 'STRONG'],
    property: 'font-weight',
    on: /^(bold(er)?|[5-9]\d\d)$/,
    off: /^(normal|lighter|[1-4]\d\d)$/,
  },
  {
    element: 'em',
    names: ['I', 'EM'],
    property: 'font-style',
    on: /^(italic|oblique)/,
    off: /^normal$/,
  },
  {
    element: 'u',
    names: ['U'],
    property: 'text-decoration',
    on: /underline/,
    off: /^none$/,
  },
] as const

/**
 * What another program has put on the clipboard, with elements in place of the styles that make words bold, italic or
 * underlined. The page's policy keeps the browser from reading any style, also of HTML that is only looked through, and
 * reports each attempt; scripts and their handlers too.
 */
export function pastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const element of body.querySelectorAll(`[${STYLE}]`)) {
    const styles = stylesOf(element.getAttribute(STYLE) ?? '')
    element.removeAttribute(STYLE)
    format(element, styles)
  }
  dropHandlers(body)
  return body.innerHTML
}

/** What is no tag above may be one for the parser: no style and no handler comes through in another way. */
function dropHandlers(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (name === 'style' || name.startsWith('on')) element.removeAttribute(name)
    }
  }
}

const BEYOND_WORDS = /<(style|script|xml)\b[^]*?<\/\1\s*>|<!--[^]*?-->/gi
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi
const ATTRIBUTE = /(\s)([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

function withoutStyles(html: string): string {
  return html.replace(BEYOND_WORDS, '').replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (whole, space: string, name: string, value: string | undefined) => {
      if (/^on/i.test(name)) return space
      return name.toLowerCase() === 'style' ? `${space}${STYLE}${value ?? ''}` : whole
    }),
  )
}

/** The properties of a style that make formats. */
function stylesOf(style: string): Map<string, string> {
  const pairs = style.split(';').map((each) => each.split(':'))
  return new Map(
    pairs.map(([name = '', value = '']) => [
      name.trim().toLowerCase().replace('text-decoration-line', 'text-decoration'),
      value.trim().toLowerCase(),
    ]),
  )
}

function format(element: Element, styles: ReadonlyMap<string, string>): void {
  let holder = element
  for (const { element: name, names, property, on, off } of FORMATS) {
    const value = styles.get(property) ?? ''
    const isOne = (names as readonly string[]).includes(holder.tagName)
    if (isOne && off.test(value)) holder = replaced(holder)
    else if (!isOne && on.test(value)) wrapContent(holder, name)
  }
}

/** A plain element in place of one that its style takes the format from. */
function replaced(element: Element): Element {
  const plain = element.ownerDocument.createElement('span')
  plain.append(...element.childNodes)
  element.replaceWith(plain)
  return plain
}

function wrapContent(element: Element, name: string): void {
  const mark = element.ownerDocument.createElement(name)
  mark.append(...element.childNodes)
  element.append(mark)
}
