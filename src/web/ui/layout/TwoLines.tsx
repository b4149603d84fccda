/** The text of an empty state: the fact, and what to do about it. */
export function TwoLines({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <strong>{title}</strong>
      {/* A block: its lines are balanced without those of the title. */}
      <span style={{ display: 'block' }}>{hint}</span>
    </>
  )
}
