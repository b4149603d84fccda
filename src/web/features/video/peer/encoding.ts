/** Limits what a connection sends. */
export type Limit = (sender: RTCRtpSender | undefined, limits: RTCRtpEncodingParameters) => void

/** Limits senders one after the other: a browser refuses parameters that were changed since they were read. */
export function createLimit(onFailure: (error: unknown) => void): Limit {
  let last = Promise.resolve()
  return (sender, limits) => {
    if (sender) last = last.then(() => setEncoding(sender, limits)).catch(onFailure)
  }
}

async function setEncoding(sender: RTCRtpSender, limits: RTCRtpEncodingParameters): Promise<void> {
  const parameters = sender.getParameters()
  // Some browsers have none until what is sent was agreed on.
  if (!parameters.encodings?.length) return
  parameters.encodings = parameters.encodings.map((encoding) => ({ ...encoding, ...limits }))
  await sender.setParameters(parameters)
}
