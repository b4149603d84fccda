/** Changes what a connection sends of something. */
export type Limit = (sender: RTCRtpSender | undefined, change: Change) => void
type Change = (encodings: RTCRtpEncodingParameters[]) => RTCRtpEncodingParameters[]

/** The same limits for whatever is sent. */
export const within =
  (limits: RTCRtpEncodingParameters): Change =>
  (encodings) =>
    encodings.map((encoding) => ({ ...encoding, ...limits }))

/** Limits senders one after the other: a browser refuses parameters that were changed since they were read. */
export function createLimit(onFailure: (error: unknown) => void): Limit {
  let last = Promise.resolve()
  return (sender, change) => {
    if (sender) last = last.then(() => setEncodings(sender, change)).catch(onFailure)
  }
}

async function setEncodings(sender: RTCRtpSender, change: Change): Promise<void> {
  const parameters = sender.getParameters()
  // Some browsers have none until what is sent was agreed on.
  if (!parameters.encodings?.length) return
  parameters.encodings = change(parameters.encodings)
  await sender.setParameters(parameters)
}
