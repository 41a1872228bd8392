/** An app that calls a Mailroom server: it stops sending to people who unsubscribe. */
export const unsubscribe = async (mailroom: { readonly baseUrl: string; readonly apiKey: string }, leadId: number) => {
  const response = await fetch(`${mailroom.baseUrl}/leads/${leadId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${mailroom.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ stop_sending: true })
  })
  if (!response.ok) throw new Error(`Mailroom answered ${response.status}`)
}
