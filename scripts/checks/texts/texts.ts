import ts from 'typescript'
import { lineAt, type Check, type SourceFile } from '../tree.ts'

// Props that people read or hear. Their text comes from the locale files.
const shownProps =
  /^(label|title|subtitle|placeholder|description|alt|message|aria-(label|description|roledescription|valuetext))$/
const accents = /[áéíóúüñ¿¡]/i
const spanishWord =
  /(?<![\p{L}\d_])(el|la|los|las|del|de|para|por|una|un|que|con|tu|su|sus|este|esta|en|se|sin|al)(?![\p{L}\d_])/giu

/** No text in code: the interface's texts are in public/locales, and Spanish is only there. */
export const texts: Check = {
  name: 'texts in code',
  run: (files) => files.filter(mayHoldText).flatMap(textsOf),
}

function mayHoldText({ path, text }: SourceFile): boolean {
  if (!/^src\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return false
  return path.endsWith('.tsx') || accents.test(text) || isSpanish(text)
}

function textsOf({ path, text }: SourceFile): string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const problems: string[] = []
  const report = (node: ts.Node, found: string, why: string) =>
    problems.push(`${path}:${lineAt(text, node.getStart())}: ${JSON.stringify(found.trim())} ${why}`)

  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) report(node, node.text, 'is text in code')
    } else if (isLiteral(node)) {
      if (isShown(node) && /\p{L}/u.test(node.text)) report(node, node.text, 'is text in code')
      else if (accents.test(node.text) || isSpanish(node.text)) report(node, node.text, 'is Spanish in code')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

type Literal = ts.StringLiteral | ts.TemplateLiteralLikeNode

function isLiteral(node: ts.Node): node is Literal {
  return ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)
}

// <Button title="…"> and <Button title={'…'}>, but not strings inside a call: title={t('…')}.
function isShown(node: Literal): boolean {
  const holder = ts.isJsxExpression(node.parent) ? node.parent.parent : node.parent
  return ts.isJsxAttribute(holder) && shownProps.test(holder.name.getText())
}

/** Whether a text has two of the most common short Spanish words. */
export function isSpanish(text: string): boolean {
  return new Set(text.match(spanishWord)?.map((word) => word.toLowerCase())).size >= 2
}
