/** The tags of replies, which the inbox and the settings ask for. */
import type { Tag } from "@mailroom/client"
import { api } from "../base/api.ts"

/** The tags. The inbox asks for them after the list, which is shown first; its parts only read them. */
export const tagsQuery = {
  queryKey: ["tags"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<Tag>> =>
    Array.fromAsync(api.tags.list({ limit: 200 }, { signal })),
  staleTime: 300_000
} as const
