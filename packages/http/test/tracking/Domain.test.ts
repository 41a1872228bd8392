/**
 * The links of mails: a tracking domain, from its proof to the links of a mail by it, and who opens and clicks. Each request
 * goes to the server itself.
 */
import { assert } from "@effect/vitest"
import { DeliveryTransport, DnsResolver, layerPublicUrl } from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Effect, Layer } from "effect"
import { type IncomingHttpHeaders, request } from "node:http"
import { resolverOf } from "../../../mail/test/dns/Zone.ts"
import { programs, readers } from "../../../core/test/tracking/UserAgents.ts"
import * as Fixtures from "../api/Fixtures.ts"
import { onEveryStorage, TestServer } from "../api/TestServer.ts"
import { until } from "../api/Until.ts"

const domain = "https://links.ours.example"

/** The server that a request by the domain reaches. */
let reached = ""
const transport = Layer.effect(
  DeliveryTransport,
  Effect.map(DeliveryTransport, ({ check, send }) =>
    DeliveryTransport.of({
      check,
      send: (request) =>
        send({ ...request, url: request.url.replace(/^https:\/\/links\.(?:ours|theirs)\.example/u, reached) })
    })
  )
).pipe(Layer.provide(UndiciTransport.layer({ allowPrivateTargets: true })))

/** The texts at `_mailroom.links.ours.example`, and at `_mailroom.links.theirs.example`. */
let proofs: ReadonlyArray<string> = []
const resolver = Layer.succeed(
  DnsResolver,
  DnsResolver.of({
    query: (name, type) =>
      resolverOf({
        "links.ours.example CNAME": ["mail.ours.example"],
        "app.ours.example CNAME": ["mail.ours.example"],
        "_mailroom.links.ours.example TXT": proofs,
        "_mailroom.links.theirs.example TXT": proofs,
        "db.corp.internal A": ["10.1.2.3"]
      }).query(name, type)
  })
)
const around = Layer.mergeAll(resolver as Layer.Layer<never>, layerPublicUrl("https://mail.ours.example"))

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

/** The answer to a request by this host. `fetch` sets the header `Host` itself. */
const visited = (url: string, method: string, host: string) =>
  Effect.promise(
    () =>
      new Promise<{ readonly status: number | undefined; readonly headers: IncomingHttpHeaders }>((resolve, reject) => {
        const sent = request(url, { method, headers: { ...browser, host } }, (answer) => {
          resolve({ status: answer.statusCode, headers: answer.headers })
          answer.resume()
        })
        sent.on("error", reject).end()
      })
  )

/** The types of a lead's events, the newest first. */
const typesOfLead = (lead_id: number) =>
  TestServer.pipe(
    Effect.flatMap(({ call }) => call("GET", `/leads/${lead_id}/activity`)),
    Effect.map(({ json }) => json.data.map(({ type }: { readonly type: string }): string => type))
  )

/** A campaign that counts opens and clicks, and has sent a mail to each of its leads. */
const campaignOf = Effect.fnUntraced(function* (size: number, body_html: string) {
  const { call } = yield* TestServer
  const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
  const email = `${Fixtures.unique("sender")}@ours.example`
  const { json: account } = yield* call("POST", "/accounts", {
    body: { email, provider: "smtp", settings: { min_delay_minutes: 0 } }
  })
  yield* call("PUT", `/accounts/${account.id}/credentials`, { body: { smtp, imap: { host: "imap.ours.example" } } })
  const campaign_id = yield* Fixtures.campaign()
  yield* call("PATCH", `/campaigns/${campaign_id}`, {
    body: {
      account_ids: [account.id],
      send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" },
      track_opens: true,
      track_clicks: true
    }
  })
  yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body: { subject: "Hello", body: "Hi", body_html } })
  const emails = Array.from({ length: size }, () => `${Fixtures.unique("lead")}@theirs.example`)
  const lead_ids = yield* Fixtures.leads(campaign_id, emails)
  assert.strictEqual((yield* call("POST", `/campaigns/${campaign_id}/start`)).status, 200)
  for (const lead_id of lead_ids) {
    yield* typesOfLead(lead_id).pipe(until((types: ReadonlyArray<string>) => types.includes("sent")))
  }
  return { account_id: account.id as number, campaign_id, emails, lead_ids }
})

onEveryStorage(
  "a tracking domain",
  (it) => {
    it.effect("is stored once it leads here, and is in the links of mails, which count and unsubscribe", () =>
      Effect.gen(function* () {
        const { age, b, call, origin, outgoing } = yield* TestServer
        const { headers, json: before } = yield* call("GET", "/organization")
        assert.deepInclude(before, { tracking_domain: null, public_url: "https://mail.ours.example" })
        const patch = (tracking_domain: string | null, ifMatch = headers["etag"] ?? "") =>
          call("PATCH", "/organization", { body: { tracking_domain }, headers: { "if-match": ifMatch } })

        // A name that leads to this service, such as an alias of it, is not enough.
        reached = origin
        const { tracking_domain_proof: proof } = before
        for (const name of ["links.ours.example", "app.ours.example", "db.corp.internal", "none.corp.internal"]) {
          const { json: unproved, status: refused } = yield* patch(name)
          assert.strictEqual(refused, 400)
          assert.deepStrictEqual(unproved.errors, [
            {
              pointer: "/body/tracking_domain",
              message: `is not proved to be yours: add the record TXT _mailroom.${name} → ${proof}, and wait until it is published`
            }
          ])
        }
        proofs = [proof]
        reached = "http://127.0.0.1:1"
        const { json: fault, status } = yield* patch("links.ours.example")
        assert.strictEqual(status, 400)
        assert.strictEqual(fault.errors[0].pointer, "/body/tracking_domain")
        assert.match(fault.errors[0].message, /^cannot be reached\. .*: let the server of links\.ours\.example pass/u)
        reached = origin
        assert.strictEqual((yield* patch("links.ours.example")).json.tracking_domain, "links.ours.example")
        assert.strictEqual((yield* patch(null)).status, 412)
        assert.strictEqual((yield* call("GET", "/organization/tracking-domain")).json.status, "ok")
        assert.strictEqual((yield* call("GET", "/organization", { key: b.key })).json.tracking_domain, null)

        const body_html = `<a href="https://a.test/x">A</a> <a href="${domain}/x">B</a> <a href="{{unsubscribe_link}}">C</a>`
        const { campaign_id, emails, lead_ids } = yield* campaignOf(2, body_html)
        const [lead_id = 0, unopened = 0] = lead_ids
        const typesOf = typesOfLead(lead_id)
        const mailTo = (email: string | undefined) =>
          outgoing.submitted.find(({ mail }) => mail.to.email === email)?.mail ?? assert.fail()
        const imageIn = (html: string | null) => /src="([^"]+)"/u.exec(html ?? "")?.[1] ?? assert.fail()
        const mail = mailTo(emails[0])
        const [link = "", own = "", unsubscribe = ""] = [...(mail.html ?? "").matchAll(/href="([^"]+)"/gu)].map(
          ([, url = ""]) => url
        )
        const image = imageIn(mail.html)
        assert.match(link, /^https:\/\/links\.ours\.example\/c\/[\w.-]+$/u)
        assert.match(image, /^https:\/\/links\.ours\.example\/o\/[\w.-]+\.gif$/u)
        assert.strictEqual(own, `${domain}/x`)
        assert.match(unsubscribe, /^https:\/\/links\.ours\.example\/u\/[\w.-]+$/u)
        assert.include(mail.headers["List-Unsubscribe"], `<${unsubscribe}>`)

        const visit = (url: string, method = "GET", base = domain, host = "links.ours.example") =>
          visited(url.replace(base, origin), method, host)
        assert.strictEqual((yield* visit(image)).headers["content-type"], "image/gif")
        assert.deepStrictEqual(yield* typesOf, ["machine_opened", "sent"])
        const { json: sends } = yield* call("GET", `/sends?lead_id=${lead_id}`)
        yield* age([sends.data[0].id])
        yield* visit(image)
        const { headers: answer, status: redirected } = yield* visit(link)
        assert.deepStrictEqual([redirected, answer["location"]], [302, "https://a.test/x"])
        assert.strictEqual((yield* visit(unsubscribe)).status, 200)
        assert.deepStrictEqual(yield* typesOf, ["clicked", "opened", "machine_opened", "sent"])
        assert.strictEqual((yield* visit(unsubscribe, "POST")).status, 200)
        assert.strictEqual((yield* typesOf)[0], "unsubscribed")

        // The domain belongs to this organization alone, also when another one gets hold of its zone.
        const ofOther = (tracking_domain: string | null) =>
          call("PATCH", "/organization", { key: b.key, body: { tracking_domain } })
        assert.match((yield* ofOther("links.ours.example")).json.errors[0].message, /^is not proved to be yours/u)
        proofs = [(yield* call("GET", "/organization", { key: b.key })).json.tracking_domain_proof]
        const { json: taken, status: refused } = yield* ofOther("links.ours.example")
        assert.strictEqual(refused, 400)
        assert.deepStrictEqual(taken.errors, [
          {
            pointer: "/body/tracking_domain",
            message: "is reserved for another organization of this service, which proved it before: use another name"
          }
        ])

        // Without the domain, the links of the mail stay valid by every name, except by a tracking domain of another
        // organization. The domain stays reserved, and can be set again without the record.
        yield* patch(null, "*")
        assert.strictEqual((yield* visit(link)).status, 302)
        assert.deepStrictEqual((yield* ofOther("links.ours.example")).json.errors, taken.errors)
        assert.strictEqual((yield* visit(link)).status, 302)
        assert.strictEqual((yield* patch("links.ours.example", "*")).status, 200)
        assert.strictEqual((yield* patch(null, "*")).status, 200)
        assert.strictEqual((yield* ofOther("links.theirs.example")).status, 200)
        const otherImage = imageIn(mailTo(emails[1]).html)
        for (const host of ["links.theirs.example", "links.theirs.example.:443"]) {
          assert.strictEqual((yield* visit(link, "GET", domain, host)).status, 404)
          assert.strictEqual((yield* visit(otherImage, "GET", domain, host)).headers["content-type"], "image/gif")
        }
        assert.deepStrictEqual(yield* typesOfLead(unopened), ["sent"])
        assert.strictEqual((yield* visit(link, "GET", domain, "mail.ours.example")).status, 302)
        // Recipients can unsubscribe by every name, also by one of another organization.
        assert.strictEqual((yield* visit(unsubscribe, "GET", domain, "links.theirs.example")).status, 200)
        yield* ofOther(null)
        assert.strictEqual((yield* visit(link)).status, 302)
        const { json: preview } = yield* call("POST", `/campaigns/${campaign_id}/preview`, { body: { lead_id } })
        assert.include(preview.data[0].body_html, '"https://mail.ours.example/u/')
      })
    )

    it.effect("counts what people open and click, and no program that checks mail, however late", () =>
      Effect.gen(function* () {
        const { age, call, origin, outgoing } = yield* TestServer
        const [person] = readers
        const { account_id, campaign_id, emails, lead_ids } = yield* campaignOf(
          programs.length + 1,
          '<a href="https://a.test/x">A</a>'
        )
        const { json: sends } = yield* call("GET", `/sends?account_id=${account_id}&limit=100`)
        yield* age(sends.data.map(({ id }: { readonly id: number }) => id))
        /** The image and the link of a lead's mail are fetched as this program does. */
        const fetched = Effect.fnUntraced(function* (index: number, agent: string) {
          const { html } = outgoing.submitted.find(({ mail }) => mail.to.email === emails[index])?.mail ?? assert.fail()
          const [, link = "", image = ""] = /href="([^"]+)".*src="([^"]+)"/su.exec(html ?? "") ?? []
          const visit = (url: string) =>
            Effect.promise(() =>
              fetch(url.replace(/^https:\/\/[^/]+/u, origin), {
                redirect: "manual",
                headers: { "user-agent": agent }
              })
            )
          const [shown, followed] = [yield* visit(image), yield* visit(link)]
          assert.deepStrictEqual([shown.status, shown.headers.get("content-type")], [200, "image/gif"], agent)
          assert.deepStrictEqual([followed.status, followed.headers.get("location")], [302, "https://a.test/x"], agent)
          return yield* typesOfLead(lead_ids[index] ?? 0)
        })
        assert.strictEqual(programs.length, 12)
        for (const [index, program] of programs.entries()) {
          assert.deepStrictEqual(yield* fetched(index, program), ["machine_opened", "sent"], program)
        }
        // A person counts, also in a mail that a program has checked.
        assert.deepStrictEqual(yield* fetched(12, person), ["clicked", "opened", "sent"])
        assert.deepStrictEqual(yield* fetched(0, person), ["clicked", "opened", "machine_opened", "sent"])
        const { json: counted } = yield* call("GET", `/analytics/campaigns/${campaign_id}/by-link`)
        assert.deepStrictEqual(counted.data, [{ url: "https://a.test/x", clicked: 2, unique_clicked: 2 }])
      })
    )
  },
  { around, transport }
)
