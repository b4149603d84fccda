import type { Operator } from '#contract/account/legal.ts'

export type OperatorFact = keyof Operator

/** What the operator has not configured yet. */
export function missingFacts(operator: Operator, needs: readonly OperatorFact[]): OperatorFact[] {
  return needs.filter((fact) => operator[fact] === null)
}
