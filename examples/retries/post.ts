/** Sends a request until it is answered. The server carries it out once. */
import { setTimeout } from "node:timers/promises"

// #region post
/** Sends a request up to `attempts` times. All attempts have the same key: only the first to arrive is carried out. */
export const post = async (url: string, apiKey: string, body: unknown, attempts = 5): Promise<Response> => {
  const request = {
    method: "POST",
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID()
    },
    body: JSON.stringify(body)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(url, request)
      if (attempt === attempts || !(await isTemporary(answer))) return answer
      const seconds = Number(answer.headers.get("Retry-After") ?? 1)
      await setTimeout(seconds * 1000)
    } catch (error) {
      // The connection broke: the request may or may not have arrived.
      if (attempt === attempts) throw error
    }
  }
}

const isTemporary = async (answer: Response) => {
  if (answer.status === 429 || answer.status >= 500) return true
  if (answer.status !== 409) return false
  const problem = (await answer.clone().json()) as { readonly code: string }
  return problem.code === "idempotency_in_progress"
}
// #endregion post
