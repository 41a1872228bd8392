/** A few minutes of work by users of a release, over HTTP: every route, and combinations of several routes. */

interface Answer {
  readonly status: number
  readonly json: any
}

export type Call = (method: string, target: string, body?: object | string) => Promise<Answer>

const at = (day: number, hour = 10) => new Date(Date.UTC(2026, 2, day, hour)).toISOString()

const mail = (fields: Readonly<Record<string, string>>, body: string) =>
  [...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n")

/** A mail with a small file attached. */
const withAttachment = (fields: Readonly<Record<string, string>>, body: string) =>
  mail(
    { ...fields, "MIME-Version": "1.0", "Content-Type": "multipart/mixed; boundary=part" },
    [
      "--part",
      "Content-Type: text/plain; charset=utf-8",
      "",
      body,
      "--part",
      "Content-Type: text/plain; name=notes.txt",
      "Content-Disposition: attachment; filename=notes.txt",
      "",
      "Agenda: prices, dates",
      "--part--"
    ].join("\r\n")
  )

/**
 * Runs on an organization that may contain the data of an earlier run; names begin with `name`. Throws if a rejected
 * call does not have the expected status.
 */
export const run = async (call: Call, name: string): Promise<void> => {
  const send = async (method: string, target: string, body?: object | string, status?: number) => {
    const answer = await call(method, target, body)
    if (status === undefined ? answer.status >= 300 : answer.status !== status) {
      throw new Error(`${method} ${target}: ${answer.status} ${JSON.stringify(answer.json)}`)
    }
    return answer.json
  }
  const account = await send("POST", "/accounts", { email: `sales@${name}.example`, provider: "smtp" })
  await send("POST", "/accounts", { email: `sales@${name}.example`, provider: "google" }, 409)
  const other = await send("POST", "/accounts", { email: `second@${name}.example`, provider: "google" })

  const campaign = await send("POST", "/campaigns", { name: `${name} spring`, account_ids: [account.id, other.id] })
  const second = await send("POST", "/campaigns", { name: `${name} summer` })
  const base = `/campaigns/${campaign.id}/sequences`
  const step = await send("POST", base, { subject: "Hello", body: "Hi {{first_name}}" })
  const next = await send("POST", base, { body: "Any news?", delay_days: 3 })
  const third = await send("POST", base, { body: "One last question" })
  await send("PATCH", `${base}/${next.id}`, { body: "Is there any news?", position: 1 })
  await send("DELETE", `${base}/${third.id}`)

  const emails: Array<string> = Array.from(
    { length: 24 },
    (_, i) => `lead${i}@${i % 3 === 0 ? "north" : "south"}.${name}.test`
  )
  const leads = emails.map((email, i) => ({
    email,
    first_name: `First${i}`,
    company: i % 2 === 0 ? "Ångström Åkeri" : "",
    ...(i % 5 === 0 ? { custom_fields: { city: "Malmö", size: i, vip: true } } : {})
  }))
  const created = await send("POST", "/leads", { campaign_id: campaign.id, leads })
  const ids: ReadonlyArray<number> = created.data.map(({ id }: { readonly id: number }) => id)
  await send("POST", "/leads", { campaign_id: campaign.id, leads: leads.slice(0, 3) })
  await send("POST", "/leads", {
    campaign_id: campaign.id,
    leads: [{ email: emails[1], last_name: "Updated" }, { email: `new@west.${name}.test` }],
    on_duplicate: "update"
  })
  await send("POST", "/leads", { campaign_id: second.id, leads: leads.slice(0, 6) })

  await send("PATCH", `/leads/${ids[0]}`, { first_name: "Renamed", custom_fields: { city: null, note: "x" } })
  await send("PATCH", `/leads/${ids[1]}`, { email: `moved@west.${name}.test` })
  await send("PATCH", `/leads/${ids[2]}`, { email: emails[3] }, 409)
  await send("PATCH", `/leads/${ids[2]}`, { stop_sending: true })
  await send("PATCH", `/leads/${ids[2]}`, { stop_sending: false })
  await send("DELETE", "/leads", { ids: [ids[23], 999_999_999] })

  const tag = await send("POST", "/tags", { name: `${name} interested`, sentiment: "positive" })
  const gone = await send("POST", "/tags", { name: `${name} later`, sentiment: "neutral" })
  await send("POST", "/tags", { name: `${name} LATER`, sentiment: "neutral" }, 409)
  await send("PUT", `/leads/${ids[4]}/tag`, { tag_id: tag.id })
  await send("PUT", `/leads/${ids[5]}/tag`, { tag_id: gone.id })
  await send("PATCH", `/tags/${tag.id}`, { name: `${name} very interested` })
  await send("DELETE", `/tags/${gone.id}`)

  const template = await send("POST", "/reply-templates", {
    name: `${name} thanks`,
    body: "Thanks, {{first_name|you}}"
  })
  await send("POST", "/reply-templates", { name: `${name} THANKS`, body: "x" }, 409)
  await send("PATCH", `/reply-templates/${template.id}`, { body: "Thank you, {{first_name|you}}" })

  const by = { account_id: account.id, sequence_id: step.id }
  const sent = ids.slice(0, 20).map((lead_id, i) => ({
    type: "sent",
    lead_id,
    occurred_at: at(1, i % 20),
    message_id: `<${name}-${i}@ours.example>`,
    provider_message_id: `${name}-provider-${i}`,
    idempotency_key: `${name}-sent-${i}`,
    ...by
  }))
  const recorded = await send("POST", "/events", {
    events: [
      {
        ...sent[0],
        message: {
          message_id: `<${name}-0@ours.example>`,
          subject: "Hello",
          body_text: "Hi Renamed",
          from_email: account.email,
          to_email: emails[0]
        }
      },
      ...sent.slice(1)
    ]
  })
  if (recorded.rejected > 0) throw new Error(JSON.stringify(recorded))
  const event = (type: string, index: number, day: number, more: object = {}) => ({
    type,
    lead_id: ids[index],
    occurred_at: at(day),
    idempotency_key: `${name}-${type}-${index}-${day}`,
    ...by,
    ...more
  })
  await send("POST", "/events", {
    events: [
      sent[3],
      event("delivered", 3, 2),
      event("opened", 3, 4),
      event("opened", 3, 3),
      event("machine_opened", 4, 2),
      event("clicked", 5, 3),
      event("replied", 6, 4, { data: { reply_text: "Yes" } }),
      event("auto_replied", 7, 4, { data: { reply_text: "Away" } }),
      event("bounced", 8, 2, { data: { status: "5.1.1", reason: "no such user" } }),
      event("soft_bounced", 9, 2),
      event("unsubscribed", 10, 3),
      event("complained", 11, 3),
      { type: "opened", lead_id: 999_999_999, occurred_at: at(5) },
      { type: "clicked", campaign_id: campaign.id, email: emails[15], occurred_at: at(5) }
    ]
  })
  await send("PUT", `/leads/${ids[6]}/tag`, { tag_id: tag.id })
  await send("PUT", `/leads/${ids[4]}/tag`, { tag_id: null })

  const ours = {
    From: account.email,
    To: emails[12] ?? "",
    Subject: "Offer",
    "Message-ID": `<${name}-m1@ours.example>`
  }
  await send("POST", "/inbound/messages", mail({ ...ours, Date: "Thu, 05 Mar 2026 09:00:00 +0000" }, "Dear First12"))
  const reply = withAttachment(
    {
      From: `Lee <${emails[12]}>`,
      To: account.email,
      Subject: "Re: Offer",
      "Message-ID": `<${name}-m2@theirs.example>`,
      "In-Reply-To": `<${name}-m1@ours.example>`,
      Date: "Thu, 05 Mar 2026 11:00:00 +0000"
    },
    "Yes, please."
  )
  await send("POST", "/inbound/messages", reply)
  await send("POST", "/inbound/messages", reply)
  await send(
    "POST",
    "/inbound/messages",
    mail(
      { From: "someone@else.example", To: account.email, Subject: "Hi", "Message-ID": `<${name}-m3@x.example>` },
      "?"
    )
  )
  await send(
    "POST",
    "/inbound/messages",
    mail(
      {
        From: `Mail Delivery System <mailer-daemon@${name}.example>`,
        To: account.email,
        Subject: "Undelivered Mail Returned to Sender",
        "Message-ID": `<${name}-m4@${name}.example>`,
        "MIME-Version": "1.0",
        "Content-Type": "multipart/report; report-type=delivery-status; boundary=part"
      },
      [
        "--part",
        "Content-Type: text/plain",
        "",
        "It was not delivered.",
        "--part",
        "Content-Type: message/delivery-status",
        "",
        `Reporting-MTA: dns; ${name}.example`,
        "",
        `Final-Recipient: rfc822; ${emails[13]}`,
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 no such user",
        "",
        "--part",
        "Content-Type: text/rfc822-headers",
        "",
        `Message-ID: <${name}-13@ours.example>`,
        `From: ${account.email}`,
        `To: ${emails[13]}`,
        "--part--"
      ].join("\r\n")
    )
  )
  const late = {
    From: emails[16] ?? "",
    To: account.email,
    Subject: "Re: Hello",
    "Message-ID": `<${name}-m5@x.example>`
  }
  const unknown = { "In-Reply-To": `<${name}-unknown@ours.example>`, References: `<${name}-16@ours.example>` }
  await send("POST", "/inbound/messages", mail({ ...late, ...unknown }, "Who is this?"))
  const replies = await send("GET", "/unibox/threads?tab=replies&limit=5")
  const [{ id: thread_id }] = replies.data
  for (const { last_message } of replies.data) {
    for (const { url } of last_message.attachments) await send("GET", url.slice(url.indexOf("/attachments")))
  }
  await send("PATCH", `/unibox/threads/${thread_id}`, { is_new: false })
  await send("PATCH", `/unibox/threads/${thread_id}`, { tab: "other" })
  await send("PATCH", `/unibox/threads/${thread_id}`, { tab: "replies", is_new: true })

  await send("POST", "/blacklist/domains", { domains: [`north.${name}.test`, "com"], reason: "a customer" })
  await send("POST", "/blacklist/emails", { emails: [emails[14], "not an address"] })
  await send("POST", "/leads", { campaign_id: second.id, leads: [{ email: `late@north.${name}.test` }] })
  const { data: entries } = await send("GET", `/blacklist/emails?search=${name}`)
  await send("DELETE", "/blacklist/emails", { ids: [entries[0].id] })
  await send("DELETE", "/blacklist/domains", { domains: [`north.${name}.test`] })
  await send("GET", `/leads/${ids[0]}`)
}

/** The targets of GET requests that read the existing data: pages, searches, counts and reports. */
export const reads = async (call: Call): Promise<ReadonlyArray<string>> => {
  const { json: campaigns } = await call("GET", "/campaigns")
  const { json: replies } = await call("GET", "/unibox/threads?tab=replies&limit=1")
  const { json: accounts } = await call("GET", "/accounts")
  const ofCampaigns = (campaigns.data as ReadonlyArray<{ readonly id: string }>).flatMap(({ id }) => [
    `/campaigns/${id}`,
    `/campaigns/${id}/sequences`,
    `/leads/campaign/${id}?limit=200`,
    `/leads/campaign/${id}?limit=5&offset=3&after_id=2`,
    `/leads/campaign/${id}?search=north`,
    `/analytics/campaigns/${id}/summary`,
    `/analytics/campaigns/${id}/summary?start_date=2026-03-01&end_date=2026-03-02&timezone=Asia/Kathmandu`,
    `/analytics/campaigns/${id}/events?start_date=2026-03-01&end_date=2026-03-07`,
    `/analytics/campaigns/${id}/by-account`,
    `/analytics/campaigns/${id}/by-sequence`,
    `/analytics/campaigns/${id}/activity?limit=20`,
    `/analytics/campaigns/${id}/activity?types=opened,clicked&lead_id=6`
  ])
  return [
    "/campaigns",
    "/accounts?search=second",
    "/tags",
    "/reply-templates",
    "/blacklist/emails",
    "/blacklist/domains",
    "/unibox/unread",
    "/unibox/threads?tab=replies&limit=1",
    `/unibox/threads?tab=replies&cursor=${encodeURIComponent(replies.next_cursor)}`,
    "/unibox/threads?tab=other",
    ...replies.data.map(({ id }: { readonly id: number }) => `/unibox/threads/${id}`),
    ...accounts.data.map(({ id }: { readonly id: number }) => `/accounts/${id}`),
    ...ofCampaigns,
    ...[1, 2, 7, 13].map((id) => `/leads/${id}`)
  ]
}
