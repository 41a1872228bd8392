import { Blacklist, BlacklistEntry } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { entriesAdded, entriesRemoved, entriesToRemove, entryPage } from "../Conversions.ts"
import { answers } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

type Kind = BlacklistEntry.Kind

export const layer = group(
  Api,
  "blacklist",
  Effect.fn(function* (handlers) {
    const blacklist = yield* Blacklist

    const page = <K extends Kind>(kind: K, query: Parameters<Blacklist["Service"]["page"]>[1]) =>
      blacklist.page(kind, query).pipe(
        Effect.map((rows) => entryPage(kind, rows)),
        answers("query")
      )

    const add = <K extends Kind>(kind: K, inputs: ReadonlyArray<string>, reason: string | undefined) =>
      blacklist.add(kind, inputs, reason === undefined ? {} : { reason }).pipe(
        Effect.map((added) => entriesAdded(kind, added)),
        answers("body")
      )

    /**
     * Removes by the values in the body, else by the ids in the body, else by the ids in the query; never everything.
     */
    const remove = <K extends Kind>(
      kind: K,
      values: ReadonlyArray<string> | undefined,
      ids: ReadonlyArray<BlacklistEntry.EntryId> | undefined
    ) => {
      return entriesToRemove(kind, values, ids).pipe(
        Effect.flatMap((which) => blacklist.remove(kind, which)),
        Effect.map((removed) => entriesRemoved(kind, removed)),
        answers("body")
      )
    }

    return handlers.handleAll({
      emails: ({ query }) => page("email", query),
      addEmails: ({ payload }) => add("email", payload.emails, payload.reason),
      removeEmails: ({ payload, query }) =>
        remove("email", payload.emails, payload.ids ?? (payload.emails === undefined ? query.ids : undefined)),
      domains: ({ query }) => page("domain", query),
      addDomains: ({ payload }) => add("domain", payload.domains, payload.reason),
      removeDomains: ({ payload, query }) =>
        remove("domain", payload.domains, payload.ids ?? (payload.domains === undefined ? query.ids : undefined))
    })
  })
)
