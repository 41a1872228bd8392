/** The reply templates, which the composer and the settings ask for. */
import type { ReplyTemplate } from "@mailroom/client"
import { api } from "../base/api.ts"

export const templatesQuery = {
  queryKey: ["replyTemplates"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<ReplyTemplate>> =>
    Array.fromAsync(api.replyTemplates.list({ limit: 200 }, { signal })),
  // A list that is opened again shows what others have added.
  staleTime: 0
} as const
