import { Blacklist, type BlacklistEntry, decode } from "@mailroom/core"
import { Effect } from "effect"
import { entriesAdded, entriesRemoved, entriesToRemove, entryPage } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { BlacklistDomains, BlacklistEmails, UnblacklistDomains, UnblacklistEmails } from "./Group.ts"

type BlacklistKind = BlacklistEntry.BlacklistKind
type Ids = ReadonlyArray<BlacklistEntry.EntryId>

const decodeEmails = decode(BlacklistEmails)
const decodeNoEmails = decode(UnblacklistEmails)
const decodeDomains = decode(BlacklistDomains)
const decodeNoDomains = decode(UnblacklistDomains)

export const operations = operationsOf("blacklist", Blacklist, (blacklist) => {
  const page = <K extends BlacklistKind>(kind: K, query: Parameters<typeof blacklist.page>[1]) =>
    Effect.map(blacklist.page(kind, query), (rows) => entryPage(kind, rows))
  const add = <K extends BlacklistKind>(kind: K, inputs: ReadonlyArray<string>, reason: string | undefined) =>
    Effect.map(blacklist.add(kind, inputs, reason === undefined ? {} : { reason }), (added) =>
      entriesAdded(kind, added)
    )
  /** Removes by the values in the body, else by the ids in the body, else by the ids in the query; never everything. */
  const remove = <K extends BlacklistKind>(
    kind: K,
    values: ReadonlyArray<string> | undefined,
    ids: Ids | undefined,
    query: { readonly ids?: Ids }
  ) =>
    entriesToRemove(kind, values, ids ?? (values === undefined ? query.ids : undefined)).pipe(
      Effect.flatMap((which) => blacklist.remove(kind, which)),
      Effect.map((removed) => entriesRemoved(kind, removed))
    )
  return {
    emails: operation((query) => page("email", query)),
    addEmails: operation((input) =>
      Effect.flatMap(decodeEmails(input), ({ emails, reason }) => add("email", emails, reason))
    ),
    removeEmails: operation((input, query) =>
      Effect.flatMap(decodeNoEmails(input), ({ emails, ids }) => remove("email", emails, ids, query))
    ),
    domains: operation((query) => page("domain", query)),
    addDomains: operation((input) =>
      Effect.flatMap(decodeDomains(input), ({ domains, reason }) => add("domain", domains, reason))
    ),
    removeDomains: operation((input, query) =>
      Effect.flatMap(decodeNoDomains(input), ({ domains, ids }) => remove("domain", domains, ids, query))
    )
  }
})
