/** The two lists of the blacklist, by the same functions. */
import type { BlacklistSource } from "@mailroom/client"
import { api } from "../../base/api.ts"

export const kinds = ["emails", "domains"] as const
export type Kind = (typeof kinds)[number]

export interface Entry {
  readonly id: number
  readonly value: string
  readonly source: BlacklistSource
  readonly reason: string | null
  readonly created_at: string
}

interface EntryPage {
  readonly total: number
  readonly offset: number
  readonly data: ReadonlyArray<Entry>
}

interface Asked {
  readonly limit: number
  readonly offset: number
  readonly search?: string
}

export const page = async (kind: Kind, asked: Asked, signal: AbortSignal): Promise<EntryPage> => {
  if (kind === "emails") {
    const { data, ...rest } = await api.blacklist.emails(asked, { signal })
    return { ...rest, data: data.map(({ email, ...entry }) => ({ ...entry, value: email })) }
  }
  const { data, ...rest } = await api.blacklist.domains(asked, { signal })
  return { ...rest, data: data.map(({ domain, ...entry }) => ({ ...entry, value: domain })) }
}

/** The result for values that were added. */
export interface Added {
  readonly added: number
  readonly existing: number
  readonly leads_stopped: number
  readonly data: ReadonlyArray<{ readonly input: string; readonly error?: string | undefined }>
}

/** Which list a value belongs to. What is neither an address nor a domain stays in the list that is open. */
export const kindOf = (value: string, open: Kind): Kind =>
  value.indexOf("@") > 0 ? "emails" : value.includes(".") ? "domains" : open

export const add = (kind: Kind, values: ReadonlyArray<string>, reason: string): Promise<Added> => {
  const given = reason === "" ? {} : { reason }
  return kind === "emails"
    ? Promise.resolve(api.blacklist.addEmails({ emails: values, ...given }))
    : Promise.resolve(api.blacklist.addDomains({ domains: values, ...given }))
}

export const remove = (kind: Kind, id: number): Promise<{ readonly leads_resumed: number }> =>
  kind === "emails"
    ? Promise.resolve(api.blacklist.removeEmails({ ids: [id] }))
    : Promise.resolve(api.blacklist.removeDomains({ ids: [id] }))
