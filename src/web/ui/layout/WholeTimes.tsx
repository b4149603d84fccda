/** "10:00–11:00", with the no-break space and the mark of the hour where the language has it. */
const FROM_TO = /\d{1,2}:\d{2}–\d{1,2}:\d{2}(?:\u00a0h)?/

/** A text in which no line ends within a time from one hour to another: a browser would end it after the dash. */
export function WholeTimes({ text }: { text: string }) {
  const [time] = FROM_TO.exec(text) ?? []
  if (time === undefined) return text
  const at = text.indexOf(time)
  return (
    <>
      {text.slice(0, at)}
      <span style={{ whiteSpace: 'nowrap' }}>{time}</span>
      <WholeTimes text={text.slice(at + time.length)} />
    </>
  )
}
