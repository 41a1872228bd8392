import { Blacklist, BlacklistEntry } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { entriesAdded, entriesRemoved, entriesToRemove, entryPage } from "../Conversions.ts"
import { answers } from "../contract/Problems.ts"
import { decodedBody } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

type BlacklistKind = BlacklistEntry.BlacklistKind

export const layer = group(
  Api,
  "blacklist",
  Effect.fn(function* (handlers) {
    const blacklist = yield* Blacklist

    const page = <K extends BlacklistKind>(kind: K, query: Parameters<Blacklist["Service"]["page"]>[1]) =>
      blacklist.page(kind, query).pipe(
        Effect.map((rows) => entryPage(kind, rows)),
        answers("query")
      )

    const add = <K extends BlacklistKind>(kind: K, inputs: ReadonlyArray<string>, reason: string | undefined) =>
      Effect.map(blacklist.add(kind, inputs, reason === undefined ? {} : { reason }), (added) =>
        entriesAdded(kind, added)
      )

    /**
     * Removes by the values in the body, else by the ids in the body, else by the ids in the query; never everything.
     */
    const remove = <K extends BlacklistKind>(
      kind: K,
      values: ReadonlyArray<string> | undefined,
      ids: ReadonlyArray<BlacklistEntry.EntryId> | undefined,
      query: { readonly ids?: ReadonlyArray<BlacklistEntry.EntryId> }
    ) =>
      entriesToRemove(kind, values, ids ?? (values === undefined ? query.ids : undefined)).pipe(
        Effect.flatMap((which) => blacklist.remove(kind, which)),
        Effect.map((removed) => entriesRemoved(kind, removed))
      )

    return handlers
      .handleRaw("addEmails", ({ endpoint }) =>
        decodedBody(endpoint).pipe(
          Effect.flatMap(({ emails, reason }) => add("email", emails, reason)),
          answers("body")
        )
      )
      .handleRaw("addDomains", ({ endpoint }) =>
        decodedBody(endpoint).pipe(
          Effect.flatMap(({ domains, reason }) => add("domain", domains, reason)),
          answers("body")
        )
      )
      .handleRaw("removeEmails", ({ endpoint, query }) =>
        decodedBody(endpoint).pipe(
          Effect.flatMap(({ emails, ids }) => remove("email", emails, ids, query)),
          answers("body")
        )
      )
      .handleRaw("removeDomains", ({ endpoint, query }) =>
        decodedBody(endpoint).pipe(
          Effect.flatMap(({ domains, ids }) => remove("domain", domains, ids, query)),
          answers("body")
        )
      )
      .handleAll({
        emails: ({ query }) => page("email", query),
        domains: ({ query }) => page("domain", query)
      })
  })
)
