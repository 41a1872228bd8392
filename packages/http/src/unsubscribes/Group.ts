/**
 * The contract of unsubscribe links: for the recipients of mails and the servers of their providers. It is not in the OpenAPI
 * document, because programs of customers do not call it, and needs no key. Any body and media type are accepted.
 */
import { unsubscribePath } from "@mailroom/core"

/** `GET` answers with a page and changes nothing, `POST` unsubscribes. */
export const route = { path: `${unsubscribePath}/:token`, methods: ["GET", "POST"] } as const

/** The maximum size of a body in bytes. One click sends 26 (RFC 8058); forms of mail programs add little to it. */
export const maximumBody = 4_096
