/**
 * Limits of what servers of others may send, and of the time that they may take, in milliseconds. `DeliveryTransport.ts` of core
 * has the limits of HTTP requests, and `dns/Asking.ts` of `@mailroom/mail` the limits of DNS checks.
 */

/** The bytes and lines that a server may send, and the time that it may take. */
export interface Allowance {
  readonly bytes: number
  /** Lines that a library parses, outside of literals. */
  readonly lines: number
  readonly time: number
}

const kibi = 1024
const second = 1_000

/** The addresses of a host: how long to wait for them, and how many of each family are used. */
export const addresses = { time: 15 * second, most: 16 }

/** A connection to an SMTP server (RFC 5321, 4.5.3.2). The usual one receives about a kilobyte in ten lines. */
export const smtp = {
  bytes: 64 * kibi,
  lines: 1_000,
  greeting: 60 * second,
  /** Everything up to the greeting. */
  connection: 75 * second,
  /** Everything before the mail itself. */
  commands: 300 * second,
  /** The mail, with the reply to it. */
  transfer: 780 * second,
  /** How long a mail may still wait for its server once the process stops: less than `grace` of `Workers.ts`. */
  patience: 5 * second,
  /** After a longer suspension of the process a mail is given up: less than two thirds of the lease of an account. */
  suspension: 60 * second,
  /** The test of a login. */
  test: 60 * second,
  /** The end of the connection. */
  closing: 1 * second,
  /** How long a connection is kept open after a mail. Servers wait for five minutes (RFC 5321), few for less than ten seconds. */
  idle: 5 * second,
  /** The mails of a connection: providers take about a hundred. */
  mails: 100,
  /** The connections that a process keeps open without a mail. */
  kept: 100
}

/** Time limits of a connection to an IMAP server: until it is open, until the greeting, and of silence. */
export const imap = { connection: 30 * second, greeting: 60 * second, silence: 60 * second }

/** The commands of IMAP. A mail of 25 MiB takes 200 s over a line of a megabit a second. */
export const imapCommands = {
  /** Connection, greeting, and 30 s for the login. */
  connect: { bytes: 256 * kibi, lines: 500, time: imap.connection + imap.greeting + 30 * second },
  list: { bytes: 4096 * kibi, lines: 10_000, time: 30 * second },
  status: { bytes: 256 * kibi, lines: 500, time: 30 * second },
  /** The UIDs of a million mails are 8 MB. */
  search: { bytes: 16_384 * kibi, lines: 1_000, time: 60 * second },
  structure: { bytes: 4096 * kibi, lines: 1_000, time: 60 * second },
  read: { bytes: 34 * 1024 * kibi, lines: 1_000, time: 240 * second },
  append: { bytes: 256 * kibi, lines: 1_000, time: 240 * second }
} satisfies Record<string, Allowance>

/** The allowance of a list of `count` mails. */
export const ofMails = (count: number): Allowance => ({
  bytes: (256 + count) * kibi,
  lines: 1_000 + 2 * count,
  time: 60 * second
})

/** The allowance of parts that have `bytes` together. */
export const ofParts = (bytes: number): Allowance => ({ ...imapCommands.read, bytes: bytes + 256 * kibi })

/** The answer of a token endpoint. Its header may have 16 KiB. */
export const tokens = { bytes: 64 * kibi, time: 10 * second }

/** Limits of the host app: for a mail, and for an access token. */
export const host = { mail: 120 * second, token: 30 * second }
