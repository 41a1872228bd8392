/** `mailroom doctor`: checks the DNS of the domains that the organization sends from, and its tracking domain. */
import { Account, Accounts, type DnsCheck, type DnsReport, Pagination, Settings } from "@mailroom/core"
import { Console, Effect, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { Failure } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { count, printable, printResult } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"
import { publicUrlFlag } from "./work.ts"

const flags = {
  account: Flag.Int("account").pipe(
    Flag.withMetavar("ID"),
    Flag.withDescription("The account to check (default: all accounts)"),
    Flag.withSchema(Account.AccountId),
    Flag.optional
  ),
  selector: Flag.String("selector").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("The selector of the DKIM key (default: the usual ones of the provider)"),
    Flag.optional
  ),
  ip: Flag.String("ip").pipe(
    Flag.withMetavar("ADDRESS"),
    Flag.withDescription("The address of the server that sends the mail, if it is your own: checked by SPF and PTR"),
    Flag.optional
  ),
  json: Flags.json,
  publicUrl: publicUrlFlag,
  organization: Tenant.flag,
  data: Storage.dataFlag
}

/** Number of accounts that are checked at the same time. */
const concurrency = 4

/** All accounts of the organization, or the given one. */
const accountsOf = Effect.fnUntraced(function* (id: Option.Option<Account.AccountId>) {
  const accounts = yield* Accounts
  if (Option.isSome(id)) return [yield* accounts.find(id.value)]
  return yield* Stream.runCollect(
    Stream.flattenIterable(
      Pagination.pagesOf(Pagination.maximumLimit, (part: Pagination.PageQuery<Account.AccountId>) =>
        accounts.page(part)
      )
    )
  )
})

const marks: Record<DnsCheck["status"], string> = {
  ok: "ok",
  warning: "WARNING",
  error: "ERROR",
  unknown: "UNKNOWN",
  not_applicable: "-"
}

const textOf = (email: string, { checks }: DnsReport) =>
  // A message is one line, however long it is: it contains the record to publish.
  [printable(email), ...checks.map(({ check, message, status }) => `${padded(marks[status], check)}${message}`)].join(
    "\n"
  )

const padded = (mark: string, check: string) => `  ${mark.padEnd(9)}${check.padEnd(11)}`

export const doctor = Command.make(
  "doctor",
  flags,
  Effect.fn(function* ({ account, ip, json, organization, selector }) {
    const query = {
      ...(Option.isSome(ip) && { ip: ip.value }),
      ...(Option.isSome(selector) && { selector: selector.value })
    }
    const { domain, reports } = yield* Effect.gen(function* () {
      const { dns } = yield* Accounts
      const { trackingDomain } = yield* Settings
      const accounts = yield* accountsOf(account)
      const reports = yield* Effect.forEach(
        accounts,
        ({ email, id }) => Effect.map(dns(id, query), (report) => ({ email, report })),
        { concurrency }
      )
      return { reports, domain: yield* trackingDomain }
    }).pipe(
      Effect.catchTag("AccountNotFound", ({ message }) => new Failure({ message })),
      Tenant.within(organization)
    )
    if (reports.length === 0 && !json) yield* Console.error("There is no account yet")
    const text = reports.map(({ email, report }) => textOf(email, report))
    if (domain.status !== "none" && Option.isNone(account)) {
      text.push(`${domain.tracking_domain}\n${padded(marks[domain.status], "tracking")}${domain.message}`)
    }
    const accounts = reports.map(({ email, report }) => ({ email, ...report }))
    const result = { accounts, ...(Option.isNone(account) && { tracking_domain: domain }) }
    yield* printResult(json, result, () => text.join("\n\n"))
    const withStatus = (status: DnsCheck["status"]) => reports.filter(({ report }) => report.status === status).length
    const faulty = withStatus("error")
    if (faulty > 0)
      return yield* new Failure({ message: `${count(faulty, "account")} cannot send safely: see ERROR above` })
    if (domain.status === "error" && Option.isNone(account)) {
      return yield* new Failure({ message: `The tracking domain does not work: ${domain.message}` })
    }
    const unknown = withStatus("unknown")
    if (unknown > 0) {
      return yield* new Failure({ message: `${count(unknown, "account")} could not be checked: see UNKNOWN above` })
    }
  })
).pipe(
  Command.withDescription(
    "Check the DNS of the domains that accounts send from: MX, SPF, DKIM, DMARC and its alignment, PTR of your own server, " +
      "and the organization's blacklist; without --account also the tracking domain. Each line says what is wrong, and which " +
      "record to publish. The exit code is 1 when something is wrong, or could not be checked."
  ),
  Command.withShortDescription("Check the DNS of the domains that accounts send from"),
  Command.withExamples([
    { command: "mailroom doctor" },
    { command: "mailroom doctor --account 3 --selector s1 --ip 198.51.100.7", description: "A mail server of your own" }
  ]),
  Command.provide((options) => Storage.layerUseCases(options))
)
