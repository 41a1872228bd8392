import { Blacklist, type BlacklistEntry, decode, InvalidInput } from "@mailroom/core"
import { Effect } from "effect"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { BlacklistDomains, BlacklistEmails, UnblacklistDomains, UnblacklistEmails } from "./Group.ts"

type BlacklistKind = BlacklistEntry.BlacklistKind
type Service = Blacklist["Service"]
type Ids = ReadonlyArray<BlacklistEntry.EntryId>

const decodeEmailAddition = decode(BlacklistEmails)
const decodeEmailRemoval = decode(UnblacklistEmails)
const decodeDomainAddition = decode(BlacklistDomains)
const decodeDomainRemoval = decode(UnblacklistDomains)

/** The use cases for entries of a kind. In answers, the value of an entry is under the key `email` or `domain`. */
const entriesOf = <K extends BlacklistKind>(blacklist: Service, kind: K) => {
  /** A value under the key of the kind: `{ email: value }`. */
  const named = <Value>(value: Value) => ({ [kind]: value }) as { readonly [_ in K]: Value }
  return {
    page: (query: Parameters<Service["page"]>[1]) =>
      Effect.map(blacklist.page(kind, query), ({ data, ...page }) => ({
        ...page,
        data: data.map(({ value, ...entry }) => ({ ...entry, ...named(value) }))
      })),
    add: (inputs: ReadonlyArray<string>, reason: string | undefined) =>
      Effect.map(
        blacklist.add(kind, inputs, reason === undefined ? {} : { reason }),
        ({ counts, data, leads_stopped }) => ({
          ...counts,
          leads_stopped,
          data: data.map(({ errors = [], value, ...result }) => ({
            ...result,
            ...named(value),
            ...(errors[0] === undefined ? {} : { error: errors[0].message })
          }))
        })
      ),
    /** Removes by the values in the body, else by the ids in the body, else by the ids in the query; never everything. */
    remove: (values: ReadonlyArray<string> | undefined, ids: Ids | undefined, query: { readonly ids?: Ids }) =>
      whichOf(kind, values, ids ?? (values === undefined ? query.ids : undefined)).pipe(
        Effect.flatMap((which) => blacklist.remove(kind, which)),
        Effect.map(({ counts, data, leads_resumed }) => ({
          ...counts,
          leads_resumed,
          data: data.map(({ value, ...result }) => ({ ...result, ...named(value) }))
        }))
      )
  }
}

/** Selects entries by value or by id. One of both is required. */
const whichOf = (
  kind: BlacklistKind,
  values: ReadonlyArray<string> | undefined,
  ids: Ids | undefined
): Effect.Effect<Parameters<Service["remove"]>[1], InvalidInput> => {
  const fault = (pointer: string, message: string) => Effect.fail(new InvalidInput({ faults: [{ pointer, message }] }))
  if (values !== undefined && ids !== undefined) return fault("/ids", `must not be given together with ${kind}s`)
  if (values !== undefined) return Effect.succeed({ values })
  return ids === undefined ? fault("", `must name ${kind}s or ids`) : Effect.succeed({ ids })
}

export const operations = operationsOf("blacklist", Blacklist, (blacklist) => {
  const [email, domain] = [entriesOf(blacklist, "email"), entriesOf(blacklist, "domain")]
  return {
    emails: email.page,
    addEmails: operation((input) =>
      Effect.flatMap(decodeEmailAddition(input), ({ emails, reason }) => email.add(emails, reason))
    ),
    removeEmails: operation((input, query) =>
      Effect.flatMap(decodeEmailRemoval(input), ({ emails, ids }) => email.remove(emails, ids, query))
    ),
    domains: domain.page,
    addDomains: operation((input) =>
      Effect.flatMap(decodeDomainAddition(input), ({ domains, reason }) => domain.add(domains, reason))
    ),
    removeDomains: operation((input, query) =>
      Effect.flatMap(decodeDomainRemoval(input), ({ domains, ids }) => domain.remove(domains, ids, query))
    )
  }
})
