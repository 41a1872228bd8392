/**
 * Deliveries to HubSpot: the lead becomes a contact, which is found by its address or created, and gets a note.
 * Repeating the first request changes nothing. The second request is repeated only when its answer was lost: then the
 * note may exist twice, and both end with the same delivery id.
 */
import { cut, escape } from "@mailroom/mail/text"
import type { Lead } from "../leads/Lead.ts"
import type { Configs } from "./Config.ts"
import type { DeliveryAnswer } from "./DeliveryTransport.ts"
import { type Exchange, jsonOf, post, Verdict, verdictOf } from "./Exchange.ts"
import type { Payload } from "./Payload.ts"
import { summaryOf } from "./Summary.ts"

/** Maximum length of a property: the answer repeats the properties, and only its first 4 KiB are read. */
const maximumLength = 100

/** The known properties of the lead. Empty texts are left out, because they would erase values in HubSpot. */
const propertiesOf = ({ company, email, first_name, last_name, website }: Lead) => ({
  email,
  ...Object.fromEntries(
    Object.entries({ firstname: first_name, lastname: last_name, company, website })
      .map(([name, value]) => [name, cut(value.trim(), maximumLength)] as const)
      .filter(([, value]) => value !== "")
  )
})

const noteOf = (payload: Payload, id: string) => {
  const { details, icon, predicate, quote, subject } = summaryOf(payload)
  return [
    `<p>${icon} <strong>${escape(subject)}</strong> ${escape(predicate)}</p>`,
    quote === "" ? "" : `<blockquote>${escape(quote).replaceAll("\n", "<br>")}</blockquote>`,
    `<p>${details.map(([label, value]) => `${label}: ${escape(value)}`).join("<br>")}</p>`,
    `<p>Mailroom ${id}</p>`
  ].join("")
}

/** The association of a note with a contact, defined by HubSpot. */
const noteToContact = { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 202 }

/** The contact is locked by another request, or is being moved to another data center. */
const waiting: ReadonlySet<number> = new Set([423, 477])

const verdictOn = (answer: DeliveryAnswer): Verdict => {
  const { category, message } = jsonOf(answer)
  const detail = typeof message === "string" ? cut(message, 200) : ""
  if (answer.status === 401) return Verdict.Disable({ error: "HubSpot does not accept the access token" })
  if (category === "MISSING_SCOPES") {
    return Verdict.Disable({ error: "The HubSpot access token lacks the scope crm.objects.contacts.write" })
  }
  if (answer.status === 400) return Verdict.Fail({ error: `HubSpot rejected the data: ${detail}` })
  if (waiting.has(answer.status)) {
    return Verdict.Wait({ error: `HubSpot answered ${answer.status}`, retry_after: answer.retry_after })
  }
  return verdictOf(answer, "HubSpot", detail)
}

/** The id of the contact; `undefined`: HubSpot rejected the contact. The property is found also in an answer that was cut. */
const contactIdOf = ({ body }: DeliveryAnswer): string | undefined =>
  /"hs_object_id"\s*:\s*"(\d{1,20})"/u.exec(body)?.[1] ?? idOfResult(body)

/** The id of the only result in an answer. */
const idOfResult = (body: string): string | undefined => {
  const { results } = jsonOf({ body }) as { readonly results?: ReadonlyArray<{ readonly id?: unknown }> }
  const id = Array.isArray(results) ? results[0]?.id : undefined
  return typeof id === "string" && /^\d{1,20}$/u.test(id) ? id : undefined
}

/** Why HubSpot rejected the contact, by a multi-status answer (207). */
const faultOf = (answer: DeliveryAnswer): string => {
  const { errors } = jsonOf(answer) as { readonly errors?: ReadonlyArray<{ readonly message?: unknown }> }
  const message = Array.isArray(errors) ? errors[0]?.message : undefined
  return typeof message === "string" ? cut(message, 200) : "it answered no contact"
}

/**
 * Upserts the contact of the lead, then adds the note. `id` identifies the delivery. `origin` replaces
 * https://api.hubapi.com. A payload without a lead is a failure.
 */
export const exchange = (
  { access_token }: Configs["hubspot"],
  payload: Payload,
  id: string,
  origin: string
): Exchange | Verdict => {
  if (!("lead" in payload.data)) return Verdict.Fail({ error: "HubSpot gets only what is about a lead" })
  const { lead } = payload.data
  const send = (path: string, body: unknown) =>
    post(`${origin}/crm/v3/objects/${path}`, JSON.stringify(body), { authorization: `Bearer ${access_token}` })
  const note = (contact_id: string): Exchange => ({
    request: send("notes", {
      properties: { hs_timestamp: payload.timestamp, hs_note_body: noteOf(payload, id) },
      associations: [{ to: { id: contact_id }, types: [noteToContact] }]
    }),
    next: verdictOn
  })
  return {
    request: send("contacts/batch/upsert", {
      inputs: [{ id: lead.email, idProperty: "email", properties: propertiesOf(lead) }]
    }),
    next: (answer) => {
      if (answer.status < 200 || answer.status >= 300) return verdictOn(answer)
      const contact_id = contactIdOf(answer)
      return contact_id === undefined
        ? Verdict.Fail({ error: `HubSpot rejected the contact: ${faultOf(answer)}` })
        : note(contact_id)
    }
  }
}
