/** The results of background work as Markdown: reading inboxes, sending, and sending over SMTP. */
import type { Polls } from "./inboxes.ts"
import { number, table } from "./markdown.ts"
import { median } from "./measurements.ts"
import type { Cost } from "./processor.ts"
import type { SendingResults } from "./sending.ts"
import type { SmtpResults } from "./smtpSending.ts"

/** A goal, and what misses it. */
type Goal = readonly [goal: string, faults: ReadonlyArray<string>]

/** The processor time of a poll in milliseconds: the median of the rounds. */
const pollOf = ({ costs }: Polls, part: keyof Cost) => median(costs.map((cost) => cost[part]))

export const inboxGoals = (polls: Polls): ReadonlyArray<Goal> => {
  const poll = pollOf(polls, "server")
  return [
    ["A poll of an idle inbox takes at most 7 ms of Node's processor time", poll <= 7 ? [] : [`${number(poll)} ms`]]
  ]
}

export const inboxSection = (polls: Polls): string => {
  const [server, postgres] = [pollOf(polls, "server"), pollOf(polls, "postgres")]
  // Milliseconds per second are tenths of a percent of a core.
  const share = (milliseconds: number) => number((milliseconds * 1000) / 60 / 10)
  return `## Inboxes

A poll of an idle inbox (connect over TLS, log in, list three folders, ask for the state of each) takes ${number(server)} ms of
Node's processor time and ${number(postgres)} ms of Postgres': the median of ${polls.costs.length} rounds over ${number(polls.accounts)} accounts.
A thousand accounts that are polled once a minute take ${share(server)} % of a core for Node, and ${share(postgres)} % for Postgres.`
}

const total = ({ postgres, server }: Cost) => postgres + server

/** Milliseconds of processor time that a mail may take, so that two cores send 300 mails a second. */
const perMail = 2000 / 300

export const sendingGoals = ({ phases, statements }: SendingResults): ReadonlyArray<Goal> => {
  const sum = statements.reduce((sum, { postgres }) => sum + postgres, 0)
  const dear = phases.filter(({ cost, name }) => name.startsWith("mails") && total(cost) > perMail)
  return [
    [
      "Finding the next mails of 50 accounts takes at most 20 ms of Postgres' processor time",
      sum <= 20 ? [] : [`${number(sum)} ms`]
    ],
    [
      `A mail takes at most ${number(perMail)} ms of processor time: 300 mails a second on two cores`,
      dear.map(({ cost, name }) => `${name} (${number(total(cost))} ms)`)
    ]
  ]
}

export const sendingSection = ({ accounts, leads, phases, statements }: SendingResults): string => `## Sending

Over ${number(leads)} leads and ${number(accounts)} accounts, with a mail server that answers at once. First the statements that find the next
mails, called one after the other: milliseconds of the clock, and of Postgres' processor time.

${table(
  ["", "ms", "Postgres ms"],
  statements.map(({ milliseconds, name, postgres }) => [name, number(milliseconds), number(postgres)])
)}

Then all of \`mailroom work\` for a mail (or a lead that is passed over) in one process: due, claim, begin, settle, the event and its thread.
The processor time is that of each mail.

${table(
  ["", "a second", "Node ms", "Postgres ms"],
  phases.map(({ cost, name, rate }) => [name, number(rate), number(cost.server), number(cost.postgres)])
)}`

export const smtpGoals = ({ sent }: SmtpResults): ReadonlyArray<Goal> => {
  const [one, two] = sent
  if (one === undefined || two === undefined) throw new Error("Sending over SMTP was not measured")
  const gain = two.rate / one.rate
  return [
    [
      "A mail over SMTP takes at most 6 ms of processor time, of Node and Postgres together",
      total(one.cost) <= 6 ? [] : [`${number(total(one.cost))} ms`]
    ],
    ["A process sends at least 300 mails a second over SMTP", one.rate >= 300 ? [] : [`${number(one.rate)} a second`]],
    ["Two processes send 1.6 times as many mails over SMTP as one", gain >= 1.6 ? [] : [`${number(gain)} times`]]
  ]
}

export const smtpSection = ({ accounts, pool, sent }: SmtpResults): string => `## Sending over SMTP

\`mailroom work\` sends the first mails of two campaigns from ${number(accounts)} accounts that wait for nothing, through an SMTP server over TLS in
another process. The processor time is that of each mail, of all processes together, without the server's; so are the statements
(BEGIN and COMMIT included) and the transactions among them. The pool of \`nodemailer\` stores nothing.

${table(
  ["", "a second", "Node ms", "Postgres ms", "statements", "transactions"],
  [
    ...sent.map(({ cost, processes, rate, statements, transactions }) => [
      processes === 1 ? "one process" : `${processes} processes`,
      number(rate),
      number(cost.server),
      number(cost.postgres),
      number(statements),
      number(transactions)
    ]),
    ["nodemailer", number(pool.rate), number(pool.cost), "", "", ""]
  ]
)}`
