/** The table of what servers of others may send, from the constants that bound them. */
import { deliveryTimeout, maximumAnswer, maximumAnswerBody } from "@mailroom/core"
import { maximumQuestions, maximumRecords, maximumText, questionLimit, totalLimit } from "@mailroom/mail/dns"
import { addresses, type Allowance, imapCommands, smtp, tokens } from "../../packages/host/src/internal/budgets.ts"
import { table } from "./Markdown.ts"

/** A duration in milliseconds as text. */
const time = (millis: number) => (millis >= 120_000 ? `${millis / 60_000} min` : `${millis / 1_000} s`)

const size = (bytes: number) => (bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 1024} KiB`)

const number = (value: number) => String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/gu, " ")

const imapRow = (what: string, { bytes, lines, time: millis }: Allowance) => [
  `IMAP: ${what}`,
  time(millis),
  size(bytes),
  number(lines)
]

const smtpRow = (what: string, millis: string) => [what, millis, size(smtp.bytes), number(smtp.lines)]

export const budgets = (): string =>
  table(
    ["server", "time", "bytes", "lines"],
    [
      smtpRow(
        "SMTP: a mail",
        `${time(smtp.greeting)} for the greeting, ${time(smtp.commands)} until it takes the mail, ${time(smtp.transfer)} for the mail and its reply`
      ),
      smtpRow("SMTP: the test of an account", time(smtp.test)),
      imapRow("connection and login", imapCommands.connect),
      imapRow("list of folders", imapCommands.list),
      imapRow("state of a folder", imapCommands.status),
      imapRow("search", imapCommands.search),
      imapRow("structure of a mail", imapCommands.structure),
      imapRow("a mail", imapCommands.read),
      imapRow("a copy of a sent mail", imapCommands.append),
      ["DNS: the addresses of a server", time(addresses.time), "64 KiB", `${addresses.most} of each family are used`],
      [
        "DNS: a check of an account or a domain",
        `${time(questionLimit)} a question, ${time(totalLimit)} for all ${maximumQuestions}`,
        "64 KiB an answer",
        `${maximumRecords} records are read, ${number(maximumText)} characters of each`
      ],
      ["OAuth2: a token endpoint", time(tokens.time), size(tokens.bytes), "16 KiB of header"],
      [
        "HTTP: a delivery, the check of a tracking domain, a verification service, a link in a rehearsal",
        time(deliveryTimeout * 1_000),
        `${size(maximumAnswer)}; ${size(maximumAnswerBody)} of the body are read`,
        "16 KiB of header"
      ]
    ]
  )
