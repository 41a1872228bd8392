import { Blacklist, BlacklistEntry } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { invalidBody, invalidQuery, invalidRequest, storage } from "../Problems.ts"
import { group } from "../RequestContext.ts"

type Kind = BlacklistEntry.Kind
/** The contract's key of an entry's value. */
const named = <K extends Kind>(kind: K, value: string | null) => ({ [kind]: value }) as Record<K, string | null>

export const layer = group(
  Api,
  "blacklist",
  Effect.fn(function* (handlers) {
    const blacklist = yield* Blacklist

    const page = <K extends Kind>(kind: K, query: Parameters<Blacklist["Service"]["page"]>[1]) =>
      blacklist.page(kind, query).pipe(
        Effect.map((rows) => ({
          ...rows,
          data: rows.data.map(
            ({ value, ...entry }) => ({ ...entry, [kind]: value }) as typeof entry & Record<K, string>
          )
        })),
        Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })
      )

    const add = <K extends Kind>(kind: K, inputs: ReadonlyArray<string>, reason: string | undefined) =>
      blacklist.add(kind, inputs, reason === undefined ? {} : { reason }).pipe(
        Effect.map(({ counts, data, leads_stopped }) => ({
          ...counts,
          leads_stopped,
          data: data.map(({ errors = [], value, ...result }) => ({
            ...result,
            ...named(kind, value),
            ...(errors[0] === undefined ? {} : { error: errors[0].message })
          }))
        })),
        Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
      )

    /** By what the body names, else by the ids of the body, else by those of the query: never everything. */
    const remove = <K extends Kind>(
      kind: K,
      values: ReadonlyArray<string> | undefined,
      ids: ReadonlyArray<BlacklistEntry.EntryId> | undefined
    ) => {
      if (values !== undefined && ids !== undefined) {
        const message = `must not be given together with ${kind}s`
        return Effect.fail(invalidRequest([{ pointer: "/body/ids", message }]))
      }
      const which = values !== undefined ? { values } : ids !== undefined ? { ids } : undefined
      if (which === undefined) {
        return Effect.fail(invalidRequest([{ pointer: "/body", message: `must name ${kind}s or ids` }]))
      }
      return blacklist.remove(kind, which).pipe(
        Effect.map(({ counts, data, leads_resumed }) => ({
          ...counts,
          leads_resumed,
          data: data.map(({ value, ...result }) => ({ ...result, ...named(kind, value) }))
        })),
        Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
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
