/**
 * The pool of `nodemailer`, for `smtpSending.ts`: with a connection for each account, it sends as many mails as a message of the
 * parent says, and answers when the server has accepted all.
 */
import { createTransport } from "nodemailer"

const [port, connections] = process.argv.slice(2).map(Number)
const pool = createTransport({
  host: "127.0.0.1",
  port,
  secure: true,
  tls: { rejectUnauthorized: false },
  auth: { user: "sender@ours.example", pass: "hunter2-secret" },
  pool: true,
  maxConnections: connections
})

const text = "Hello Grace,\n\nI liked what you wrote on growth, and have an idea for Company 1.\n\nBest regards\nAda"

const send = (n: number) =>
  pool.sendMail({
    from: "Ada <sender@ours.example>",
    to: `Grace <lead${n}@company${n % 500}.example>`,
    subject: "An idea for Company 1",
    text
  })

process.on("message", async (mails: number) => {
  await Promise.all(Array.from({ length: mails }, (_, n) => send(n)))
  process.send?.(mails)
})
console.log("Ready")
