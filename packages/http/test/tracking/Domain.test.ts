/** A tracking domain, from its proof to the links of a mail by it: each request goes to the server itself. */
import { assert } from "@effect/vitest"
import { DeliveryTransport, DnsResolver, layerPublicUrl } from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Effect, Layer } from "effect"
import { resolverOf } from "../../../core/test/dns/Zone.ts"
import * as Fixtures from "../api/Fixtures.ts"
import { onEveryStorage, TestServer } from "../api/TestServer.ts"

const domain = "https://links.ours.example"

/** The server that a request by the domain reaches. */
let reached = ""
const transport = Layer.effect(
  DeliveryTransport,
  Effect.map(DeliveryTransport, ({ check, send }) =>
    DeliveryTransport.of({
      check,
      send: (request) => send({ ...request, url: request.url.replace(domain, reached) })
    })
  )
).pipe(Layer.provide(UndiciTransport.layer({ allowPrivateTargets: true })))

const resolver = Layer.succeed(DnsResolver, resolverOf({ "links.ours.example CNAME": ["mail.ours.example"] }))
const around = Layer.mergeAll(resolver as Layer.Layer<never>, layerPublicUrl("https://mail.ours.example"))

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

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

        const smtp = { host: "smtp.ours.example", auth: { type: "password", password: "secret" } }
        const email = `${Fixtures.unique("sender")}@ours.example`
        const { json: account } = yield* call("POST", "/accounts", { body: { email, provider: "smtp" } })
        yield* call("PUT", `/accounts/${account.id}/credentials`, {
          body: { smtp, imap: { host: "imap.ours.example" } }
        })
        const campaign_id = yield* Fixtures.campaign()
        yield* call("PATCH", `/campaigns/${campaign_id}`, {
          body: {
            account_ids: [account.id],
            send_window: { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" },
            track_opens: true,
            track_clicks: true
          }
        })
        const body_html = `<a href="https://a.test/x">A</a> <a href="${domain}/x">B</a> <a href="{{unsubscribe_link}}">C</a>`
        yield* call("POST", `/campaigns/${campaign_id}/sequences`, {
          body: { subject: "Hello", body: "Hi", body_html }
        })
        const [lead_id = 0] = yield* Fixtures.leads(campaign_id, [`${Fixtures.unique("lead")}@theirs.example`])
        assert.strictEqual((yield* call("POST", `/campaigns/${campaign_id}/start`)).status, 200)
        const typesOf = Effect.map(call("GET", `/leads/${lead_id}/activity`), ({ json }) =>
          json.data.map(({ type }: { readonly type: string }) => type)
        )
        yield* Effect.repeat(typesOf, { until: (types: ReadonlyArray<string>) => types.includes("sent") })
        const mail = outgoing.submitted.at(-1)?.mail ?? assert.fail()
        const [link = "", own = "", unsubscribe = ""] = [...(mail.html ?? "").matchAll(/href="([^"]+)"/gu)].map(
          ([, url = ""]) => url
        )
        const [, image = ""] = /src="([^"]+)"/u.exec(mail.html ?? "") ?? []
        assert.match(link, /^https:\/\/links\.ours\.example\/c\/[\w.-]+$/u)
        assert.match(image, /^https:\/\/links\.ours\.example\/o\/[\w.-]+\.gif$/u)
        assert.strictEqual(own, `${domain}/x`)
        assert.match(unsubscribe, /^https:\/\/links\.ours\.example\/u\/[\w.-]+$/u)
        assert.include(mail.headers["List-Unsubscribe"], `<${unsubscribe}>`)

        const visit = (url: string, method = "GET", base = domain) =>
          Effect.promise(() =>
            fetch(url.replace(base, origin), {
              method,
              redirect: "manual",
              headers: { ...browser, host: "links.ours.example" }
            })
          )
        assert.strictEqual((yield* visit(image)).headers.get("content-type"), "image/gif")
        assert.deepStrictEqual(yield* typesOf, ["machine_opened", "sent"])
        const { json: sends } = yield* call("GET", `/sends?lead_id=${lead_id}`)
        yield* age([sends.data[0].id])
        yield* visit(image)
        const { headers: answer, status: redirected } = yield* visit(link)
        assert.deepStrictEqual([redirected, answer.get("location")], [302, "https://a.test/x"])
        assert.strictEqual((yield* visit(unsubscribe)).status, 200)
        assert.deepStrictEqual(yield* typesOf, ["clicked", "opened", "machine_opened", "sent"])
        assert.strictEqual((yield* visit(unsubscribe, "POST")).status, 200)
        assert.strictEqual((yield* typesOf)[0], "unsubscribed")

        // Without the domain the links of the mail stay valid, by whatever name they reach the server.
        yield* patch(null, "*")
        assert.strictEqual((yield* visit(link)).status, 302)
        const { json: preview } = yield* call("POST", `/campaigns/${campaign_id}/preview`, { body: { lead_id } })
        assert.include(preview.data[0].body_html, '"https://mail.ours.example/u/')
      })
    )
  },
  { around, transport }
)
