/** The people of the organization, by ascending id. */
import { api } from "../base/api.ts"

export const peopleQuery = {
  queryKey: ["people"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    Array.fromAsync(api.people.list({ limit: 200 }, { signal }))
} as const
