/** The checks of a rehearsal by the network: the DNS of the domains that mails come from, and whether links answer. */
import { domainKeyOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Result } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { makeAllStartIssues } from "../sequences/StartIssues.ts"
import { type CampaignRecord, start } from "../campaigns/Campaign.ts"
import { makeDnsCheck } from "../dns/AccountDns.ts"
import { DeliveryTransport } from "../integrations/DeliveryTransport.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import { linksOf } from "../tracking/Links.ts"
import { rehearsalBounds, type RehearsalInput, warning } from "./Rehearsal.ts"

/** Statuses of servers that answer a browser, but not a program. They say nothing about the link. */
const refusesPrograms = new Set([401, 403, 405, 406, 429, 451, 503, 999])

export const makeRehearsalChecks = Effect.gen(function* () {
  const dnsOf = yield* makeDnsCheck
  const issuesOfMeans = yield* makeAllStartIssues
  const transport = yield* DeliveryTransport.orNone

  /** A warning if the campaign cannot be started as it is. */
  const startFaults = Effect.fnUntraced(function* (campaign: CampaignRecord, steps: ReadonlyArray<SequenceRecord>) {
    const issues = yield* issuesOfMeans(campaign, steps)
    const started = start({ ...campaign, status: "draft" }, steps.length, yield* Timestamp.now, issues)
    return Result.isFailure(started) ? [warning("cannot_start", started.failure.message)] : []
  })

  /** The faults of the DNS of the domain of an account. */
  const dnsFaults = Effect.fnUntraced(function* (account: AccountRecord) {
    const { checks, domain } = yield* dnsOf(account, {})
    return checks
      .filter(({ status }) => status === "error")
      .map(({ message }) => warning("dns", `${domain}: ${message}`, { account_id: account.id }))
  })

  /** Opens a link, and says whether it answers with an error, or not at all. */
  const linkFaults = (url: string) =>
    transport.send({ method: "GET", url, headers: {}, body: "" }).pipe(
      Effect.map(({ status }) =>
        status < 400 || refusesPrograms.has(status) ? [] : [warning("link", `${url} answers with the status ${status}`)]
      ),
      Effect.catch(({ message, reason }) =>
        Effect.succeed(reason === "not_configured" ? [] : [warning("link", `${url} does not answer. ${message}`)])
      )
    )

  /** The warnings about what the campaign lacks, the domains of its accounts, and the links of its steps. It takes at most 30 s. */
  return Effect.fnUntraced(function* (
    campaign: CampaignRecord,
    accounts: ReadonlyArray<AccountRecord>,
    steps: ReadonlyArray<SequenceRecord>,
    { check_links = true }: Pick<RehearsalInput, "check_links">
  ) {
    const byDomain = Map.groupBy(accounts, ({ email }) => domainKeyOf(normalizeEmail(email)))
    const oneOfEach = [...byDomain.values()].flatMap((accounts) => accounts.slice(0, 1))
    const linked = steps.flatMap(({ body, body_html }) => linksOf({ text: body, html: body_html }))
    // A link with a variable leads elsewhere for each lead.
    const urls = new Set(linked.flatMap(({ url }) => (/\{\{|%7b%7b/iu.test(url) ? [] : [url])))
    const opened = check_links ? [...urls].slice(0, rehearsalBounds.checks) : []
    const [start, dns, links] = yield* Effect.all(
      [
        startFaults(campaign, steps),
        Effect.forEach(oneOfEach.slice(0, rehearsalBounds.checks), dnsFaults, { concurrency: 5 }),
        Effect.forEach(opened, linkFaults, { concurrency: 5 })
      ],
      { concurrency: "unbounded" }
    )
    return { start, dns: dns.flat(), links: links.flat() }
  })
})
