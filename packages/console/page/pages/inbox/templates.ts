/** The reply templates, which the composer and the settings ask for. */
import type { ReplyTemplate } from "@mailroom/client"
import { api } from "../../app/api.ts"

export const templatesQuery = {
  queryKey: ["replyTemplates"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<ReplyTemplate>> => {
    const templates: Array<ReplyTemplate> = []
    for await (const template of api.replyTemplates.list({ limit: 200 }, { signal })) templates.push(template)
    return templates
  },
  // A list that is opened again shows what others have added.
  staleTime: 0
} as const
