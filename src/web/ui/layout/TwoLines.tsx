/** The text of an empty state: the fact, and what to do about it. */
export function TwoLines({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <strong>{title}</strong>
      <br />
      {hint}
    </>
  )
}
