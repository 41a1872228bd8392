/** Code that the peers share: a team would have it in an internal library. */
import pg from "pg"
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { foldForSearch } from "./domain.ts"

export interface Principal {
  readonly organization_id: number
  readonly access: "full" | "read"
  /** The key as the log names it, as JSON. */
  readonly actor: string
}

/** Reads `int8` as a number, and `timestamptz` as the text in answers of the API. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** A pool with as many connections as ours opens. */
export const makePool = () => new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 })

export type Query = <Row>(name: string, text: string, values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

const staleness = 1000

/** Authenticates by the SHA-256 of the key. Like ours, caches a valid key for a second. */
export const makeAuthenticate = (query: Query) => {
  const live = new Map<string, { readonly until: number; readonly principal: Promise<Principal | undefined> }>()
  const lookUp = async (key: string) => {
    const [principal] = await query<Principal>(
      "authenticate",
      `SELECT organization_id, access, json_build_object('type', 'key', 'id', id, 'name', name)::text AS actor FROM mailroom.api_keys
        WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      [createHash("sha256").update(key).digest("hex")]
    )
    if (principal === undefined) live.delete(key)
    return principal
  }
  return (header: string | undefined): Promise<Principal | undefined> => {
    const key = header?.startsWith("Bearer ") ? header.slice(7) : ""
    if (!/^mr_[0-9A-Za-z]{49}$/u.test(key)) return Promise.resolve(undefined)
    const known = live.get(key)
    if (known !== undefined && known.until > Date.now()) return known.principal
    const principal = lookUp(key)
    live.set(key, { until: Date.now() + staleness, principal })
    return principal
  }
}

export interface Place {
  readonly date: string
  readonly id: number
}

/**
 * Creates cursors like ours, signed with the same secret. So answers can be compared, and each server reads all
 * cursors.
 */
export const makeCursors = async (query: Query) => {
  const [row] = await query<{ value: Buffer }>("secret", "SELECT value FROM mailroom.secrets WHERE name = 'signer'", [])
  // A list of signing keys as JSON. The bench has one key, which is not encrypted.
  const [key]: ReadonlyArray<{ readonly secret: string }> = JSON.parse(row?.value.toString() ?? "[]")
  const secret = Buffer.from(key?.secret ?? "", "base64")
  const sign = (scope: string, body: string) =>
    createHmac("sha256", secret).update(`cursor\n${scope}\n${body}`).digest().subarray(0, 16)
  return {
    encode: (scope: string, { date, id }: Place): string => {
      const body = `1.${Buffer.from(`${date} ${id}`).toString("base64url")}`
      return `${body}.${sign(scope, body).toString("base64url")}`
    },
    decode: (scope: string, cursor: string): Place | undefined => {
      const at = cursor.lastIndexOf(".")
      const body = cursor.slice(0, Math.max(at, 0))
      const code = Buffer.from(cursor.slice(at + 1), "base64url")
      if (code.length !== 16 || !timingSafeEqual(code, sign(scope, body))) return undefined
      const [date = "", id] = Buffer.from(body.slice(2), "base64url").toString().split(" ")
      return { date, id: Number(id) }
    }
  }
}

/** The LIKE pattern for texts that contain `search` literally. */
export const containing = (search: string): string => `%${foldForSearch(search).replaceAll(/[\\%_]/gu, "\\$&")}%`

export const requestIdOf = (given: string | ReadonlyArray<string> | undefined): string =>
  typeof given === "string" && /^[A-Za-z0-9._-]{1,128}$/u.test(given) ? given : crypto.randomUUID()

/** The documented columns of a lead, in the documented order. */
export const leadColumns = `id, email, first_name, last_name, company, website, personalization, sender,
  verification_status, status, campaign_id, id_previous_sending_sequence, amount_sequences_sent,
  date_last_sequence_send, reply_text, reply_status, reply_status_tag_id, stop_sending, stop_sending_type,
  chosen_sender, provider`

export interface ThreadRow {
  readonly id: number
  readonly tab: string
  readonly state: string
  readonly lead_id: number | null
  readonly campaign_id: string | null
  readonly account_id: number | null
  readonly email: string | null
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly reply_status: string | null
  readonly reply_status_by: string | null
  readonly campaign_name: string | null
  readonly message_count: number
  readonly has_our_email: boolean
  readonly is_new: boolean
  readonly last_message_id: number
  readonly last_date_sent: string
  readonly last_message: {
    readonly subject: string
    readonly body: string
    readonly date_sent: string
    readonly from_name: string | null
    readonly from_email: string
    readonly to_email: string
    readonly cc_email: string | null
    readonly is_our_email: boolean
    readonly kind: string
    readonly message_id: string | null
    readonly attachments: ReadonlyArray<unknown>
  }
}

const leadOf = ({ company, email, first_name, last_name, reply_status, reply_status_by }: ThreadRow) => ({
  email,
  first_name,
  last_name,
  company,
  reply_status,
  reply_status_by
})

/** A thread as the API returns it: fields without a value are omitted. */
export const threadOf = (row: ThreadRow) => {
  const thread_id = row.has_our_email ? row.id : undefined
  const message = row.last_message
  return {
    id: row.id,
    tab: row.tab,
    state: row.state,
    thread_id,
    lead_id: row.lead_id ?? undefined,
    campaign_id: row.campaign_id ?? undefined,
    last_message: {
      id: row.last_message_id,
      thread_id,
      subject: message.subject,
      body: message.body,
      date_sent: message.date_sent,
      from_name: message.from_name ?? undefined,
      from_email: message.from_email,
      to_email: message.to_email,
      cc_email: message.cc_email ?? undefined,
      is_new: row.is_new,
      is_our_email: message.is_our_email,
      kind: message.kind,
      message_id: message.message_id ?? undefined,
      attachments: message.attachments
    },
    message_count: row.message_count,
    account_id: row.account_id ?? undefined,
    lead: row.email === null ? undefined : leadOf(row),
    campaign_name: row.campaign_name ?? undefined
  }
}
